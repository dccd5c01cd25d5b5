import { config } from 'zod';

// zod compiles its parsers with `new Function`, which the content security policy forbids and reports. Has to be imported
// before any schema.
config({ jitless: true });
