import { describe, expect, it } from '@jest/globals';
import { festivalsNear } from './festivals.js';

const near = (day: string) => festivalsNear(Date.parse(`${day}+05:30`));

describe('the festivals whose cards are offered', () => {
  it('are those of the next two weeks, and of yesterday', () => {
    expect([near('2027-10-12T23:59:59'), near('2027-10-13T00:00:00')]).toEqual([[], ['dhanteras']]);
    expect(near('2027-10-28T12:00:00')).toEqual(['dhanteras', 'diwali']);
    expect([near('2027-10-30T23:59:59'), near('2027-10-31T00:00:00')]).toEqual([['diwali'], []]);
  });

  it('are both new years of the south and the west at once', () => {
    expect(near('2028-03-27T08:00:00')).toEqual(['gudi-padwa', 'ugadi']);
  });
});
