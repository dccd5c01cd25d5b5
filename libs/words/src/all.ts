import type { Language } from '@sarafa/contracts';
import bn from './languages/bn.json' with { type: 'json' };
import gu from './languages/gu.json' with { type: 'json' };
import hi from './languages/hi.json' with { type: 'json' };
import kn from './languages/kn.json' with { type: 'json' };
import ml from './languages/ml.json' with { type: 'json' };
import mr from './languages/mr.json' with { type: 'json' };
import pa from './languages/pa.json' with { type: 'json' };
import ta from './languages/ta.json' with { type: 'json' };
import te from './languages/te.json' with { type: 'json' };
import { english, type Messages } from './language.js';

/** The messages of every language, for a server. A board loads its own language alone. */
export const allLanguages: Readonly<Record<Language, Messages>> = { en: english, hi, mr, gu, ta, te, kn, ml, bn, pa };
