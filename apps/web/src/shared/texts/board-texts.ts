import type { OfferedType } from '@sarafa/contracts';

/** What a board says (rule 12.1); the portal shows some of it as it is. */
export const boardTexts = {
  product: 'Sarafa',
  defaultShopName: 'Gold Trading Shop',
  defaultUserName: 'User',
  defaultLetter: 'G',
  labels: {
    gold_24k: { name: '24K GOLD', unit: '(10g)' },
    gold_22k: { name: '22K GOLD', unit: '(10g)' },
    gold_18k: { name: '18K GOLD', unit: '(10g)' },
    silver: { name: 'SILVER', unit: '(1kg)' },
  } satisfies Record<OfferedType, object>,
  loading: 'Preparing your premium gold trading experience...',
  maintenance: {
    title: 'Under Maintenance',
    lines: [
      'We are currently performing scheduled maintenance to improve our services.',
      'The public view will be available again shortly. Thank you for your patience.',
    ],
  },
  maintenancePage: {
    title: 'Under Maintenance',
    line: 'We are currently performing maintenance on our site. Please check back later. We apologize for any inconvenience.',
  },
  subscriptionEnded: {
    title: 'Subscription Ended',
    lines: [
      'Your 1-year subscription has expired.',
      'Please contact the administrator to recharge and renew your subscription.',
    ],
  },
  notFound: { title: 'Board not found', line: 'Please check the address of this board.' },
  noConnection: { title: 'No connection', line: 'The board fills by itself when the connection is back.' },
  noRates: { title: 'Rates are not available yet', line: 'The board fills by itself when the market answers.' },
  state: {
    live: 'Live',
    delayed: 'Delayed',
    closed: 'Market closed',
    sample: 'Sample data',
    shop: 'Shop rates',
    asOf: 'Rate as of',
    updated: 'Updated',
    lastRate: 'Last rate',
    rateOf: 'Rate of',
    late: 'New rates are late. We keep asking.',
    /** Of rates that a person sets. */
    lateList: 'New rates are late.',
    noConnection: 'No connection. Reconnecting.',
    notForTrade: 'Not market rates. For demonstration only.',
    /** After the name of a rate list. */
    listed: 'rate, set',
    held: 'Rate held since',
    until: 'Until',
  },
  /** By how much a price has changed today. */
  day: { up: '▲', down: '▼', today: 'today', rise: 'Up', fall: 'Down' },
  rates: 'rates',
  basis: 'before GST and making',
  /** For a phone, which has no room for the whole text. */
  basisShort: 'before GST',
  sampleTag: 'Sample',
  importDuty: 'Import duty included',
  gold: 'gold',
  silver: 'silver',
  platinum: 'platinum',
  metals: { gold: 'GOLD', silver: 'SILVER', platinum: 'PLATINUM' },
  tola: '1 tola',
  sides: { sell: 'Sell', buy: 'Buy' },
  /** Beside a rate that is older than the others of its board. */
  rowAge: { delayed: 'Delayed', stale: 'Old rate' },
  noRate: 'No rate',
  page: 'Page',
  pageOf: 'of',
  credits: 'Rates by',
  ads: {
    loading: 'Loading video...',
    failed: 'Video failed to load',
    tryAgain: 'Try Again',
    skip: 'Skip Video',
    mute: 'Mute',
    unmute: 'Unmute',
  },
} as const;
