import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

describe('a gauge', () => {
  it('is left out while there is nothing to tell, and never a nought instead', async () => {
    const metrics = new Metrics();
    let age: number | undefined;
    metrics.gauge('age', 'Age.', () => age);
    expect(await metrics.registry.metrics()).not.toMatch(/^age/m);
    age = 3;
    expect(await metrics.registry.metrics()).toMatch(/^age 3$/m);
    age = undefined;
    expect(await metrics.registry.metrics()).not.toMatch(/^age/m);
  });
});
