import { boardLimits } from './board-limits.js';
import { byMetal, metals } from './metals.js';

/** Every bound and default of docs/rules.md, read by server and web alike. */
export const limits = {
  ...boardLimits,
  /** Percent. */
  margin: { min: 0, max: 50, step: 0.1, decimals: 1 },
  shopName: { max: 120 },
  username: { min: 3, max: 64 },
  password: { min: 8, max: 128 },
  /** Bytes; MB is 1,048,576 bytes (rule 5.3). */
  logoBytes: 5 * 1_048_576,
  signIn: {
    /**
     * The failed sign-ins after which further ones are slowed down: of one username from one address, and of one address (rule
     * 2.4).
     */
    failuresPerName: 10,
    failuresPerAddress: 100,
    /** The same of the networks of 24, 56 and 48 bits around the address, where many others may be. */
    failuresPerNameOfNetwork: 50,
    failuresPerNetwork: 500,
    windowMs: 15 * 60_000,
    /** Of one username from everywhere together, but for devices that have signed in with it before. */
    failuresPerNameAnywhere: 100,
    anywhereWindowMs: 60 * 60_000,
    /** The sign-ins of one username that succeed: each leaves an entry in the log of changes. */
    successes: 300,
  },
  /** The second step of a sign-in (rules 2.20 to 2.22). */
  secondStep: {
    /** After so many wrong codes of an account within the window no further one is looked at. */
    tries: 5,
    windowMs: 15 * 60_000,
    /** How long a sign-in may wait for its second step, and the setting up of one for its first code. */
    waitsMs: 10 * 60_000,
    recoveryCodes: 10,
    /** The most factors of one account. */
    factors: 10,
    /** Characters of a passkey's name. */
    name: 60,
    /** How long an admin without a factor may go on signing in where one is required. */
    graceMs: 7 * 86_400_000,
  },
  /** The sessions of one account; a further sign-in ends the one that was longest unseen. */
  sessions: 50,
  /** A subscription that ends within this many days is about to expire. */
  expiringDays: 30,
  customTable: {
    title: { min: 1, max: 120 },
    /** The most rows of one shop: eight pages of its board. */
    perShop: 96,
    /** Rupees; at most two decimals (rule 5.5). */
    price: { min: 0, max: 999_999_999.99, step: 0.01, decimals: 2, default: 0 },
  },
  /** What a shop may say of its own rates (rules 3.12 and 3.15); `decimals` are the most that a number may have. */
  rateRows: {
    perShop: 24,
    title: { max: 40, default: '' },
    /** Parts in a thousand. */
    fineness: { min: 1, max: 1_000, decimals: 1 },
    unitGrams: { min: 0.1, max: 1_000, decimals: 4 },
    percent: { min: -20, max: 50, decimals: 2, default: 0 },
    rupeesPerGram: { min: -10_000, max: 10_000, decimals: 2, default: 0 },
    /** Rupees. */
    roundTo: [0.01, 0.1, 1, 5, 10, 50, 100],
    roundToDefault: 1,
  },
  /** `servicePercent` is the tax on the service of a hallmark. */
  estimate: {
    pieces: 100,
    servicePercent: 18,
    /** A sale for more rupees than that needs the customer's PAN. */
    withoutPan: 200_000,
    customer: 80,
    /** What a device keeps of the estimates that were made on it. */
    keptDays: 90,
    kept: 500,
  },
  /** A list of fixed rates (rule 3.17). */
  rateList: {
    name: { min: 1, max: 60 },
    /** Rupees for a gram. */
    perGram: { min: 0.01, max: 9_999_999.99, decimals: 2 },
    validHours: { min: 1, max: 168, default: 24 },
    /** A change by more percent than this is asked about once more before it is set. */
    jumpPercent: 5,
    /** A buy price below this part of the sell price is asked about too: boards take 0.96 of it, and some shops give less. */
    leastBuy: 0.85,
    /** The most lists of the provider: gateways get all of them in one message of at most a megabyte. */
    perProvider: 60,
    /** The most purities that a list has a price of its own for. */
    prices: 24,
    /** The settings of one list that are kept. */
    history: 2_000,
    /** How long a list can't be deleted because a shop is put on it. */
    reservedMs: 120_000,
  },
  /** TVs that were paired with a shop (rules 14.1 to 14.10). */
  screens: {
    perShop: 20,
    /** How many may be asked for by their ids. */
    named: 100,
    name: { min: 1, max: 60 },
    /** Percent of each side. */
    overscan: { min: 0, max: 5, decimals: 1, default: 0 },
    /** A TV's code: without 0 and O, and without 1, I and L, which look alike on a wall. */
    code: { letters: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', length: 6 },
    pairingMs: 10 * 60_000,
    openPairings: 10_000,
    /** The wrong codes of a shop or an address after which further ones are refused for the rest of the minute. */
    wrongCodes: 5,
    wrongCodesMs: 60_000,
    beatMs: 30_000,
    /** Without a beat for this long a screen is offline. */
    offlineMs: 90_000,
    /** The longest time without a new frame that is no fault. */
    stillMs: 15_000,
    /** How long a screen may show other rates than the server has. */
    oldMs: 120_000,
    commandMs: 2_000,
    alarmAfterMs: 5 * 60_000,
    alarmPauseMs: 60 * 60_000,
    /** The most alarms of a list, and the most phones that the alarms of one shop come to. */
    alarms: 100,
    phones: 20,
    /** The days for which a screen's token is good; it gets a new one with a beat after `renewTokenDays`. */
    tokenDays: 400,
    renewTokenDays: 30,
  },
  /** The longest time for which a shop may hold its rates (rule 3.19). */
  holdHours: 12,
  ads: {
    videos: 2,
    images: 3,
    total: 5,
    /** Bytes; MB is 1,048,576 bytes (rule 6.1). */
    videoBytes: 50 * 1_048_576,
    imageBytes: 100 * 1_048_576,
    /** How long the gateway waits for media's answer to a whole form; a browser has to wait longer, else it tells of a failure. */
    answerMs: 180_000,
  },
  /** Milliseconds between two questions to the market source (rule 4.9). */
  updateIntervals: [60_000, 300_000, 900_000, 1_800_000, 3_600_000],
  updateIntervalDefault: 300_000,
  /** The least time between two questions to the market that admins ask (rule 4.13). */
  refreshPauseMs: 5_000,
  /** The greatest age of a sign-in for what needs a fresh one (rule 2.17). */
  freshSignInMs: 5 * 60_000,
  historyDays: 400,
  /** The entries of one page of the log of changes. */
  auditPage: 50,
  /** The longest span of `/prices/history`: a day, with a quote every five minutes. */
  chart: { hours: 24, points: 288 },
  /** How often admin screens read the market's status. */
  statusPollMs: 30_000,
  /** The chat widget of the sign-in screen: when it appears, and how long it stays open unless somebody uses it (rule 10.4). */
  chat: { appearsMs: 1_000, closesMs: 3_000 },
  customTableListPx: 300,
  /** The buy price, in percent of the sell price that is shown (rule 3.6). */
  fallbackBuyPercent: 96,
  /** Percent; `min` and `max` are the range of the fields that show it (rule 3.2). */
  importDuty: { ...byMetal((metal) => metals[metal].importDuty), min: 0, max: 50 },
  cityName: { min: 1, max: 60 },
} as const;
