import { byMetal, metals } from './metals.js';

/** Every bound and default of docs/rules.md, read by server and web alike. */
export const limits = {
  /** Percent. */
  margin: { min: 0, max: 50, step: 0.1, default: 0 },
  shopName: { max: 120 },
  username: { min: 3, max: 64 },
  password: { min: 8, max: 128 },
  /** Bytes; MB is 1,048,576 bytes (rule 5.3). */
  logoBytes: 5 * 1_048_576,
  signIn: {
    /** Failed sign-ins of one username from one address, and of one address, that slow it down (rule 2.4). */
    failuresPerName: 10,
    failuresPerAddress: 100,
    windowMs: 15 * 60_000,
  },
  /** A subscription that ends within this many days is about to expire. */
  expiringDays: 30,
  customTable: {
    title: { min: 1, max: 120 },
    /** Rows of one shop; eight pages of its board. */
    perShop: 96,
    /** Rupees; at most two decimals (rule 5.5). */
    price: { min: 0, max: 999_999_999.99, step: 0.01, default: 0 },
  },
  /** A board's longer lists come in pages of this many cards (rule 8.4). */
  boardPage: { cards: 12, seconds: 12 },
  ads: {
    videos: 2,
    images: 3,
    total: 5,
    /** Bytes; MB is 1,048,576 bytes (rule 6.1). */
    videoBytes: 50 * 1_048_576,
    imageBytes: 100 * 1_048_576,
  },
  /** Seconds; the last is what a dashboard shows that couldn't read it (rule 11.5). */
  adDisplayTime: { min: 1, max: 300, default: 30, unread: 5 },
  /** Seconds. */
  priceDisplayTime: { min: 10, max: 600, default: 60 },
  /** Milliseconds between a board's polls. */
  priceUpdateInterval: { min: 10_000, max: 3_600_000, default: 300_000, fallback: 30_000 },
  /** Minutes between the moves of a board's rates; 1 moves with every accepted quote (rule 4.10). */
  dynamicPriceIntervals: [1, 5, 15, 30, 60],
  dynamicPriceIntervalDefault: 5,
  /** Milliseconds between two questions to the market source (rule 4.9). */
  updateIntervals: [60_000, 300_000, 900_000, 1_800_000, 3_600_000],
  updateIntervalDefault: 300_000,
  /** Between two questions that admins ask the market themselves (rule 4.13). */
  refreshPauseMs: 5_000,
  /** How fresh a sign-in has to be for switching maintenance off (rule 9.2). */
  freshSignInMs: 5 * 60_000,
  historyDays: 400,
  /** What one chart of the past shows: a day, and a quote every five minutes of it. */
  chart: { hours: 24, points: 288 },
  profilePollMs: 30_000,
  /** How often admin screens ask how the market service does. */
  statusPollMs: 30_000,
  /** The chat widget of the sign-in screen: it appears, and closes by itself unless somebody touched it (rule 10.4). */
  chat: { appearsMs: 1_000, closesMs: 3_000 },
  customTableListPx: 300,
  heartbeatMs: 15_000,
  flashMs: 2_000,
  loadingScreenMs: 1_500,
  /** Buy, in percent of the sell that is shown (rule 3.6). */
  fallbackBuyPercent: 96,
  /** Percent; the range is the one it is shown in (rule 3.2). */
  importDuty: { ...byMetal((metal) => metals[metal].importDuty), min: 0, max: 50 },
  city: 'Mumbai',
  cityName: { min: 1, max: 60 },
} as const;
