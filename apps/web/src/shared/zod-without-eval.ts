import { config } from 'zod';

// zod compiles its parsers with `new Function`, which the page's policy forbids and reports. To be imported before any schema.
config({ jitless: true });
