// Runs in mongosh beside mongod after each start: initiates the replica set of one member, then makes or updates the users.
// Each service may do what it needs with its own collections of the database `sarafa`, and nothing else; `backup` may read all of
// them. For a MongoDB of your
// own it makes the same roles, with `MONGODB_URL` set to an administrator's address and the passwords in the environment.
/* global Mongo, print, quit, sleep */
const COLLECTIONS = {
  auth: ['signing_keys', 'failed_sign_ins', 'known_devices'],
  users: ['accounts', 'users_audit_entries'],
  pricing: [
    'quotes',
    'quarantine',
    'custom_tables',
    'rate_rows',
    'rate_lists',
    'shop_rate_lists',
    'shop_rate_list_revisions',
    'holds',
    'quote_hours',
    'price_settings',
    'duties',
    'poller',
    'pricing_audit_entries',
  ],
  media: ['advertisements', 'logos', 'rate_cards', 'media_audit_entries'],
  settings: [
    'site_settings',
    'screens',
    'screen_states',
    'screen_alarms',
    'pairings',
    'wrong_codes',
    'push_subscriptions',
    'push_keys',
    'backups',
    'list_reminders',
    'card_reminders',
    'settings_audit_entries',
  ],
};
const ACTIONS = [
  'find',
  'insert',
  'update',
  'remove',
  'createCollection',
  'createIndex',
  'dropIndex',
  'listIndexes',
  'collMod',
];
const { MONGODB_URL, MONGODB_ROOT_PASSWORD } = process.env;
const LOCAL = 'mongodb://127.0.0.1:27017/?directConnection=true&serverSelectionTimeoutMS=1000';
const ROOT = MONGODB_URL ?? LOCAL.replace('127', `root:${MONGODB_ROOT_PASSWORD}@127`);
const PATIENCE_MS = 120_000;

/**
 * At the very first start there are no users, so anybody on this machine may initiate the replica set and make the first user.
 */
function found() {
  const admin = new Mongo(LOCAL).getDB('admin');
  if (!admin.hello().setName)
    admin.runCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'localhost:27017' }] } });
  if (admin.hello().isWritablePrimary) admin.createUser({ user: 'root', pwd: MONGODB_ROOT_PASSWORD, roles: ['root'] });
}

function settle(root) {
  const db = root.getDB('sarafa');
  for (const [name, collections] of Object.entries(COLLECTIONS)) {
    const privileges = collections.map((collection) => ({ resource: { db: 'sarafa', collection }, actions: ACTIONS }));
    // Whether a restore has begun, for whose end services wait.
    privileges.push({ resource: { db: 'sarafa', collection: 'restoring' }, actions: ['find'] });
    settleUser(db, name, privileges, [name]);
  }
  if (process.env.MONGODB_BACKUP_PASSWORD) settleUser(db, 'backup', BACKUP.privileges, BACKUP.roles);
}

/** Reads everything, says what it has done, and restores into a database of its own to compare. */
const BACKUP = {
  privileges: [
    { resource: { db: 'sarafa', collection: '' }, actions: ['find', 'listCollections', 'listIndexes'] },
    { resource: { db: 'sarafa', collection: 'backups' }, actions: ['insert', 'update'] },
  ],
  // The user has both, because a role of one database can't contain one of another.
  roles: ['backup', { role: 'dbOwner', db: 'sarafa_verify' }],
};

function settleUser(db, name, privileges, roles) {
  const role = { privileges, roles: [] };
  if (db.getRole(name)) db.updateRole(name, role);
  else db.createRole({ role: name, ...role });
  const user = { pwd: process.env[`MONGODB_${name.toUpperCase()}_PASSWORD`], roles };
  if (db.getUser(name)) db.updateUser(name, user);
  else db.createUser({ user: name, ...user });
}

for (const until = Date.now() + PATIENCE_MS; ; sleep(500)) {
  try {
    const root = new Mongo(ROOT);
    if (root.getDB('admin').hello().isWritablePrimary) {
      settle(root);
      print('users and roles stand');
      quit(0);
    }
  } catch (error) {
    if (Date.now() > until) {
      print(String(error));
      quit(1);
    }
    try {
      if (!MONGODB_URL) found();
    } catch {
      // mongod isn't up yet, or has its first user already; the next attempt finds out.
    }
  }
}
