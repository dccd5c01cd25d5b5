import { limits } from '@sarafa/contracts';

/** How what somebody looks at is read. */
export const KEPT_FRESH = {
  pollingInterval: limits.statusPollMs,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;
