// `helm test`: signs in, makes a temporary shop, reads its board as a television would, and deletes the shop. Then it looks whether the
// ingress says who asks.
const { SARAFA_URL, INGRESS_URL, ADMIN_USERNAME, ADMIN_PASSWORD } = process.env;

/** Of a client that there can't be: with the pod's own address the gateway would take its ingress for one that hides clients. */
const CLIENT = '192.0.2.1';

async function ask(method, path, /** @type {{ token?: string, body?: object, at?: string }} */ how = {}) {
  const { token, body, at = SARAFA_URL } = how;
  const answer = await fetch(at + path, {
    method,
    headers: {
      ...(at === SARAFA_URL && { 'x-forwarded-for': CLIENT }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text ? JSON.parse(text) : undefined;
}

/** The admin's token. A second step is a person's, so that no program can sign in where there is one, or has to be one. */
async function signIn() {
  try {
    return (await ask('POST', '/auth/login', { body: { username: ADMIN_USERNAME, password: ADMIN_PASSWORD } })).token;
  } catch (error) {
    if (/: 401 .*"SECOND_FACTOR_NEEDED"/.test(error.message))
      throw new Error(
        `${ADMIN_USERNAME} has a second step of the sign-in, which this test can't take: set tests.enabled to false, or admin.username and the Secret's admin-password to those of an owner without one`,
      );
    if (/: 403 /.test(error.message))
      throw new Error(
        `${ADMIN_USERNAME} needs a second step of the sign-in (admin.secondFactor), which this test can't take: set tests.enabled to false`,
      );
    throw error;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The rates of a board. Waits, because a new release may not have got its first quote yet. */
async function rates(userId) {
  for (let tries = 30; ; tries--) {
    try {
      return await ask('GET', `/prices/user/${userId}`);
    } catch (error) {
      if (tries === 0) throw error;
      await pause(1_000);
    }
  }
}

/** Throws where all clients have the ingress's address, so that a ceiling for one of them would be a ceiling for all. */
async function lookAtIngress(token) {
  let seen;
  try {
    seen = await ask('GET', '/admin/own-address', { token, at: INGRESS_URL });
  } catch (error) {
    const why = error.cause?.message ?? error.message;
    console.log(
      `${INGRESS_URL} can't be asked from inside of the cluster (${why}): whether it hides clients' addresses is unknown`,
    );
    return;
  }
  const { address, peer, forwarded } = seen;
  const hides = `the ingress at ${INGRESS_URL} hides clients' addresses`;
  if (!forwarded) throw new Error(`${hides}: ${peer} sends no X-Forwarded-For; set it up to send one`);
  if (address === peer)
    throw new Error(
      `${hides}: the gateway doesn't believe ${peer}, which forwards ${forwarded}; set services.gateway.env.TRUST_PROXY to a range that has ${peer}`,
    );
  console.log(`the ingress says who asks: ${address}, forwarded by ${peer}`);
}

const token = await signIn();
console.log(`${ADMIN_USERNAME} is signed in`);
const username = `helm-test-${Date.now().toString(36)}`;
const password = crypto.randomUUID();
const { id } = (await ask('POST', '/user/create', { token, body: { username, password } })).user;
try {
  await ask('POST', '/auth/login', { body: { username, password } });
  const board = await ask('GET', `/user/dashboard/${id}`);
  console.log(`the board of ${username} is there: ${Object.keys(board).length} fields`);
  const { state, lastUpdated } = await rates(id);
  console.log(`its rates are ${state}, of ${lastUpdated}`);
  const page = await fetch(`${SARAFA_URL}/public-view/${id}`, { headers: { accept: 'text/html' } });
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) throw new Error(`its page: ${page.status}`);
} finally {
  await ask('DELETE', `/user/delete/${id}`, { token });
}
console.log(`${username} is gone again`);
if (INGRESS_URL) await lookAtIngress(token);
