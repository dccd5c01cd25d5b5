import english from '../../languages/pages/en/second-step.json' with { type: 'json' };
import { inOwnLanguage } from '../language/page-language.js';

/** What is said of the second step of a sign-in, where it is asked for and where it is set up. */
export const secondStepTexts = inOwnLanguage('secondStep', english);
