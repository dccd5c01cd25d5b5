/** A short table with the addresses to open and the first admin's sign-in. */
export function summary({ told, metricsUrl, url: own }, url = own) {
  const admin = told['first-admin'];
  const shop = told['demo-shop'];
  const username = admin?.username ?? process.env.ADMIN_USERNAME ?? 'admin';
  const rows = [
    ...(shop ? [['Board', `${url}/public-view/${shop.id}`]] : []),
    ['Sign-in', `${url}/login`],
    ['Username', username],
    ['Password', password(admin)],
    ['Metrics', metricsUrl],
  ];
  return `\n${rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`).join('\n')}\n\n  Ctrl-C stops it. Warnings follow here.\n`;
}

function password(admin) {
  if (process.env.ADMIN_PASSWORD) return 'the one in ADMIN_PASSWORD at the first start';
  return admin ? `${admin.password}  (shown this once)` : 'the one shown at the first start';
}
