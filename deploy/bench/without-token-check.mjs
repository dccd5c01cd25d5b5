// Loaded into a gateway before its own code: it believes every caller to be the account it is told of.
import { Sessions } from '@sarafa/server';

const actor = { role: process.env.BELIEVED_ROLE, id: process.env.BELIEVED_ID };
Sessions.prototype.of = () => Promise.resolve({ actor, signedInAt: 0 });
