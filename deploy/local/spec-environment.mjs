// The Jest environment of specs that start servers: when a test fails, it keeps the logs and pictures of that moment, before the
// spec closes its pages.
import { TestEnvironment } from 'jest-environment-node';
import { keepEvidence } from './evidence.mjs';

export default class SpecEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.about = { project: config.projectConfig.rootDir, ring: process.env.RING, file: context.testPath };
  }

  async handleTestEvent({ name, test }) {
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
    const about = { ...this.about, test: test ? fullName(test) : '' };
    await keepEvidence(this.global, about).catch((error) => console.error(`No logs or pictures were kept: ${error.message}`));
  }
}

function fullName(test) {
  const names = [];
  // The outermost block has no name of its own.
  for (let block = test; block.parent; block = block.parent) names.unshift(block.name);
  return names.join(' › ');
}
