// What the server says in its answers, and some screens as well, fixed letter for letter (rule 12.1). What only the screens say
// stands in apps/web. One export a resource, so that the web's bundler leaves out what only the server says.

export const errors = {
  ratesNotAvailable: 'Rates are not available yet',
  subscriptionEnded: 'Subscription ended',
  shopNotFound: 'Shop not found',
  partDown: 'This part of the service is down',
  malformedId: 'The id must be 24 hex digits',
  nothingHere: 'There is nothing at this address',
  noSuchFile: 'There is no such file',
  tooManyStreams: 'Too many boards are open here. Please try again later.',
  tooManyRequests: 'Too many requests. Please wait a minute.',
  tooManyChanges: 'Too many changes at once. Please wait a minute and try again.',
  notUtf8: 'This is no UTF-8 text',
  notJson: 'The body is no JSON',
  forbiddenKey: 'The body must not have a field "__proto__", nor "prototype" in a field "constructor"',
  keyUsed: 'This was saved before, with other content. Please look for it before you try again.',
} as const;

export const login = {
  /** For an unknown name and a wrong password alike (rule 2.3). */
  wrong: 'Invalid username or password',
  done: 'Signed in',
  slowedDown: 'Too many failed sign-ins. Please wait and try again.',
  endedEverywhere: 'Signed out everywhere',
  passwordChanged: 'Password changed. Everywhere else you are signed out.',
  wrongCurrent: 'Incorrect password',
  loggedOut: 'Signed out',
  sessionEnded: 'Signed out there',
  sessionNotFound: 'This session has ended already',
  unknownDevice: 'Unknown device',
  freshNeeded: 'Please confirm your password to go on',
  currentNeeded: 'Change your own password with the current one, under “Your account”',
} as const;

/** The second step of a sign-in. */
export const factors = {
  needed: 'Please confirm your sign-in with your second step',
  wrong: 'This code is wrong, or was used before',
  wrongPasskey: 'This passkey was not accepted',
  slowedDown: 'Too many wrong codes. Please wait and try again.',
  setUpOver: 'This took too long. Please begin again.',
  removed: 'Second step removed',
  notFound: 'This second step is there no more',
  full: 'This account has as many second steps as it may. Remove one to add another.',
  reset: 'Second step reset. Until there is a new one, the password alone is enough.',
  noneToReset: 'This account has no second step',
  overdue: 'Admins need a second step, and the time to set one up is over. Please ask an owner to reset yours.',
  lastNeeded: 'Admins need a second step. Add another one before you remove this one.',
} as const;

export const access = {
  insufficient: 'Insufficient privileges',
  signIn: 'Please sign in',
  ownOnly: 'You may change your own shop only',
} as const;

export const admins = {
  created: 'Admin created successfully',
  updated: 'Admin updated successfully',
  deleted: 'Admin deleted successfully',
  notFound: 'Admin not found',
  last: 'This is the last owner, and one has to stay',
  self: 'You can’t delete yourself',
} as const;

export const users = {
  created: 'User created successfully',
  updated: 'User profile and settings updated successfully!',
  deleted: 'User deleted successfully',
  subscriptionActive: 'Subscription activated successfully',
  subscriptionEnded: 'Subscription deactivated successfully',
  notFound: 'User not found. Please try again.',
} as const;

export const accounts = {
  taken: 'This username is taken',
  formBroken: 'The form could not be read. Please try again.',
  fileNotTaken: (field: string) => `${field}: no file is taken here`,
  gone: 'This account is there no more',
  logoTooLarge: 'The logo is too large. Maximum size is 5MB.',
  logoWrongType: 'The logo is not a valid image file.',
  logoTooManyPixels: (megapixels: number) =>
    `The logo has too many pixels. It can have at most ${megapixels} megapixels. Please save it smaller and choose it again.`,
  busy: 'Too many sign-ins at the moment. Please try again.',
  commonPassword: 'This password is among the first that are guessed. Please choose another one.',
} as const;

/** A shop's settings of its own board. */
export const ownShop = {
  adsUpdated: 'Ads setting updated successfully!',
  soundUpdated: (muted: boolean) => `Sound ${muted ? 'OFF' : 'ON'} successfully!`,
  timesUpdated: 'Display times updated successfully!',
  marginsUpdated: 'Margin settings updated successfully!',
  priceUpdated: 'Price updated successfully!',
} as const;

export const customTables = {
  created: 'Custom table created successfully!',
  updated: 'Custom table updated successfully!',
  deleted: 'Custom table deleted successfully!',
  notFound: 'Custom table not found',
  ownerFixed: 'must stay the same',
  full: 'This shop has as many custom tables as there may be. Delete one to add another.',
} as const;

export const rateRows = {
  saved: 'Rows saved successfully!',
  notFound: 'This shop shows no such row',
  changedMeanwhile: 'Somebody else has saved these rows meanwhile. Load them anew before you save.',
} as const;

export const rateLists = {
  created: 'Rate list created successfully!',
  updated: 'Rate list updated successfully!',
  deleted: 'Rate list deleted successfully!',
  notFound: 'Rate list not found',
  missing: 'A rate list needs the rates of gold and silver, or prices of purities',
  noneOfShop: 'This shop has no rate list of its own yet',
  mayNotSet: 'This shop may not keep a rate list of its own',
  inUse: (shops: number) => `${shops} ${shops === 1 ? 'shop uses' : 'shops use'} this rate list`,
  full: (most: number) => `There may be ${most} rate lists. Delete one that no shop uses.`,
} as const;

export const hold = {
  started: 'Rates are held now',
  ended: 'Rates are not held any more',
  tooOld: 'Old rates can’t be held',
  moved: 'The rates have moved: look at them once more, and hold them then',
} as const;

export const screens = {
  claimed: 'Screen added successfully!',
  updated: 'Screen updated successfully!',
  deleted: 'Screen removed successfully!',
  notFound: 'Screen not found',
  codeNotFound: 'There is no such code. It may have been renewed: look at the TV again.',
  pairingNotFound: 'This pairing is over',
  tooManyCodes: 'Too many wrong codes. Please wait a minute.',
  tooManyPairings: 'Too many TVs are waiting for their shop. Please try again later.',
  full: (most: number) => `A shop may have at most ${most} screens. Remove one to add another.`,
  shopNeeded: 'is required',
  offline: 'The screen is offline',
  done: 'Done',
  snoozed: 'No alarms of this screen until then',
  unsnoozed: 'Alarms of this screen are on again',
  subscribed: 'Alarms come to this device now',
  unsubscribed: 'Alarms don’t come to this device any more',
  deviceNotFound: 'Alarms don’t come to this device',
  notAPushService: 'is no push service that alarms may be sent to',
  tooManyPhones: 'Alarms of this shop go to as many devices as they may. Switch them off on another one first.',
} as const;

export const prices = {
  updateIntervals: {
    60000: '1 minute',
    300000: '5 minutes',
    900000: '15 minutes',
    1800000: '30 minutes',
    3600000: '1 hour',
  },
  updateIntervalHint: (label: string) => `Fresh rates every ${label}`,
  dynamicIntervals: { 1: 'Live Price Changing', 5: '5 Minute', 15: '15 Minute', 30: '30 Minute', 60: '1 Hour' },
  dynamicHints: {
    1: 'With every new rate',
    5: 'Every 5 minutes',
    15: 'On the quarter',
    30: 'On the half',
    60: 'On the hour',
  },
  updateIntervalSet: (label: string) => `The market is asked every ${label} from now on`,
  dynamicIntervalSet: (label: string) => `${label} is the interval of all boards without their own`,
  refreshTooSoon: 'The market was asked a moment ago. Please wait a few seconds.',
  quarantineNotFound: 'This quote is not in quarantine',
  notReleasable: 'This quote can’t be accepted: it is no market price, or a newer one is shown',
  alreadyReleased: 'This quote has been accepted already',
  released: 'The quote was accepted',
  quoteNotFound: 'There is no such accepted quote',
  alreadyWithdrawn: 'This quote has been withdrawn already',
  nothingBefore: 'There is no earlier market rate that boards could go back to',
  withdrawn: 'The quote was withdrawn',
} as const;

/** Why a quote is kept in quarantine (rule 4.2). */
export const refusals = {
  currency: 'in another currency than rupees',
  unit: 'in another unit than the troy ounce',
  'not-positive': 'not positive',
  'too-large': 'impossibly large',
  old: 'older than the last one',
  future: 'from the future',
  'unit-flip': 'looks like a change of unit',
  jump: 'jumped further than the limit',
  implausible: 'outside of what a price may be',
  withdrawn: 'withdrawn by an admin',
} as const;
/** For a reason of a later release. */
export const refusedAnyway = 'refused';

/** What is wrong with market sources that have answered, for the provider's staff. Times are instants, `reason` is one of `refusals`. */
export const sources = {
  metals: { gold: 'gold', silver: 'silver', platinum: 'platinum' },
  refused: (source: string, metal: string, reason: string) => `${source}: ${metal} refused, ${reason}`,
  without: (source: string, metal: string, failure: string) => `${source} has no ${metal}: ${failure}`,
  standsStill: (source: string, at: string) => `${source} stands still: its prices are those of ${at}`,
  disagree: (source: string, other: string, metal: string) => `${source} and ${other} disagree on ${metal}`,
  resting: (source: string, until: string) => `${source} asked for a rest until ${until}`,
  brokenOff: 'the question broke off, and the log says why',
} as const;

/** Why a market source gave no answer to judge, behind its name: 'gold-api.com answered HTTP 500'. */
export const sourceFailures = {
  /** `code` is the system's: an operator looks elsewhere for a name that isn't known than for a certificate that has ended. */
  unreachable: (code: string) => `could not be reached (${code})`,
  silent: (ms: string) => `did not answer within ${ms} ms`,
  tooOften: 'answered 429, too many requests',
  tooLong: 'answered more than a megabyte',
  noJson: 'answered something that is no JSON',
  unknownShape: (fault: string) => `answered an unknown shape (${fault})`,
  failure: (code: string, message: string) => `answered failure ${code}: ${message}`,
  noPrice: 'answered without a price',
  noTime: 'answered a time that is none',
  /** In place of a failure's own message. */
  noReason: 'no reason given',
  noNumber: 'answered a price that is no number',
  status: (status: string) => `answered HTTP ${status}`,
} as const;

export const site = {
  maintenanceOn: 'The site is under maintenance now',
  maintenanceOff: 'The site is active now',
  freshSignIn: 'Please confirm your password to turn off maintenance mode',
  publicViewOn: 'Boards are shown now',
  publicViewOff: 'Boards are hidden now',
} as const;

export const advertisements = {
  deleted: 'Advertisement deleted successfully!',
  forbidden: 'Access denied: You do not have permission to delete this advertisement.',
  notFound: 'Advertisement not found. It may have already been deleted.',
  invalidId: 'Invalid advertisement ID. Please refresh the page and try again.',
} as const;

export const uploads = {
  /** Of one file. */
  stored: 'Advertisement uploaded successfully!',
  failed: 'Error uploading advertisements. Please try again.',
  nothingSelected: 'Please select files to upload',
  tooManyVideos: (videos: number) => `You can only upload a maximum of 2 videos. You currently have ${videos} videos.`,
  tooMany: (images: number, videos: number) =>
    `You can only upload a maximum of 5 files total (2 videos + 3 images). You currently have ${images} images and ${videos} videos.`,
  /** The shop's ads leave a place, which another upload holds; so below. */
  videosStillRunning: (videos: number) =>
    `You can only upload a maximum of 2 videos. You currently have ${videos} videos. Another upload is still running: please try again in a minute.`,
  stillRunning: (images: number, videos: number) =>
    `You can only upload a maximum of 5 files total (2 videos + 3 images). You currently have ${images} images and ${videos} videos. Another upload is still running: please try again in a minute.`,
  tooLarge: (name: string, kind: 'image' | 'video') =>
    `File ${name} is too large. Maximum size for ${kind === 'video' ? 'videos is 50MB' : 'images is 100MB'}.`,
  wrongType: (name: string) => `File ${name} is not a valid image or video file.`,
  /** How many are allowed depends on the format. */
  tooManyPixels: (name: string, megapixels: number) =>
    `File ${name} has too many pixels. A picture of this kind can have at most ${megapixels} megapixels. Please save it smaller and upload it again.`,
  oneFile: 'One file at a time, in the field “advertisement”.',
  serverBusy: 'Too many uploads at the moment. Please try again.',
  /** A warning, not a refusal. */
  stillOnly: 'The animation is too large for a board: only its first picture is shown.',
  /** The connection ended before the file was complete. */
  cutOff: 'The upload was cut off. Please try again.',
  codec: (codec: string) => `Many TVs can’t play ${codec}. Save the video as H.264 (MP4) to be sure.`,
} as const;
