import { z } from 'zod';

/** The process runs. */
export const Live = z.object({ status: z.literal('ok') });
export type Live = z.infer<typeof Live>;

/** Whether a part can do its work, and what each of the things it needs says. */
export const Ready = z.object({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.string()) });
export type Ready = z.infer<typeof Ready>;
