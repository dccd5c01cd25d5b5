// Loaded into a gateway before its own code: the gateway then takes every caller for the account that the request names.
import { Sessions } from '@sarafa/server';

const actor = { role: process.env.BELIEVED_ROLE, id: process.env.BELIEVED_ID };
Sessions.prototype.of = () => Promise.resolve({ actor, signedInAt: 0 });
