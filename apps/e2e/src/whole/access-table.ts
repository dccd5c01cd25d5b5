/**
 * Who may ask what, written by hand from the rules 2.9 to 2.18 and not from the code: `yes`, or the status with which a caller is
 * refused. `shop` asks for its own things where the address names a thing of a shop, `other` is another shop that asks for them,
 * `ended` an owner whose session has ended, and `stale` an owner whose sign-in is older than five minutes.
 * A new route needs a line here, and a new kind of caller a column and an entry in `account-access.e2e-spec.ts`.
 */
const TABLE = `
route                                     nobody  ended  shop  other  viewer  operator  owner  stale
GET /prices/user/{id}                     yes     yes    yes   yes    yes     yes       yes    yes
GET /prices/detailed                      yes     yes    yes   yes    yes     yes       yes    yes
GET /user/dashboard/{id}                  yes     yes    yes   yes    yes     yes       yes    yes
GET /user/custom-tables/public/{id}       yes     yes    yes   yes    yes     yes       yes    yes
GET /advertisements/public/{id}           yes     yes    yes   yes    yes     yes       yes    yes
GET /boards/{id}/events                   yes     yes    yes   yes    yes     yes       yes    yes
GET /user/rate-card/{id}.png              yes     yes    yes   yes    yes     yes       yes    yes
GET /prices/import-duty                   yes     yes    yes   yes    yes     yes       yes    yes
GET /settings/maintenance                 yes     yes    yes   yes    yes     yes       yes    yes
GET /prices/settings/public-view-enabled  yes     yes    yes   yes    yes     yes       yes    yes
POST /screens/beats                       yes     yes    yes   yes    yes     yes       yes    yes
GET /health/live                          yes     yes    yes   yes    yes     yes       yes    yes
GET /health/ready                         yes     yes    yes   yes    yes     yes       yes    yes
POST /auth/login                          yes     yes    yes   yes    yes     yes       yes    yes
GET /auth/me                              401     401    yes   yes    yes     yes       yes    yes
PUT /auth/password                        401     401    yes   yes    yes     yes       yes    yes
POST /auth/logout-all                     401     401    yes   yes    yes     yes       yes    yes
GET /auth/sessions                        401     401    yes   403    403     403       yes    yes
DELETE /auth/sessions/{id}                401     401    yes   yes    yes     yes       yes    yes
POST /auth/logout                         401     401    yes   yes    yes     yes       yes    yes
GET /auth/factors                         401     401    yes   yes    yes     yes       yes    yes
POST /auth/factors/totp                   401     401    yes   yes    yes     yes       yes    403
POST /auth/factors/totp/confirm           401     401    yes   yes    yes     yes       yes    403
POST /auth/factors/passkeys/options        401     401    yes   yes    yes     yes       yes    403
POST /auth/factors/passkeys                401     401    yes   yes    yes     yes       yes    403
DELETE /auth/factors/{id}                 401     401    yes   yes    yes     yes       yes    403
GET /admin/list                           401     401    403   403    yes     yes       yes    yes
POST /admin/create                        401     401    403   403    403     403       yes    403
PUT /admin/update/{id}                    401     401    403   403    403     403       yes    yes
DELETE /admin/delete/{id}                 401     401    403   403    403     403       yes    403
DELETE /admin/{id}/factors                401     401    403   403    403     403       yes    403
GET /user/profile/me                      401     401    yes   yes    403     403       403    403
PUT /user/display-times                   401     401    yes   yes    403     403       403    403
PUT /advertisements/toggle-ads            401     401    yes   yes    403     403       403    403
GET /user/list                            401     401    403   403    yes     yes       yes    yes
GET /admin/users                          401     401    403   403    yes     yes       yes    yes
POST /user/create                         401     401    403   403    403     yes       yes    yes
PUT /user/update/{id}                     401     401    403   403    403     yes       yes    yes
DELETE /user/delete/{id}                  401     401    403   403    403     403       yes    403
PUT /user/{id}/subscription               401     401    403   403    403     yes       yes    yes
PUT /user/mute-state/{id}                 401     401    yes   403    403     yes       yes    yes
PUT /user/profile-settings/{id}           401     401    yes   403    403     yes       yes    yes
GET /admin/overview                       401     401    403   403    yes     yes       yes    yes
GET /admin/own-address                    401     401    403   403    yes     yes       yes    yes
GET /admin/audit                          401     401    403   403    yes     yes       yes    yes
GET /user/audit                           401     401    yes   yes    403     403       403    403
GET /settings/chat                        yes     yes    yes   yes    yes     yes       yes    yes
GET /advertisements/user/me               401     401    yes   yes    403     403       403    403
POST /advertisements/upload               401     401    yes   yes    403     403       403    403
DELETE /advertisements/{id}               401     401    yes   403    403     yes       yes    yes
GET /admin/custom-tables                  401     401    403   403    yes     yes       yes    yes
GET /admin/custom-tables/user/{userId}    401     401    403   403    yes     yes       yes    yes
POST /admin/custom-tables                 401     401    403   403    403     yes       yes    yes
PUT /admin/custom-tables/{id}             401     401    403   403    403     yes       yes    yes
DELETE /admin/custom-tables/{id}          401     401    403   403    403     yes       yes    yes
GET /user/custom-tables/me                401     401    yes   yes    403     403       403    403
PUT /user/custom-tables/{id}/price        401     401    yes   403    403     yes       yes    yes
GET /user/rate-rows/{userId}              401     401    yes   403    yes     yes       yes    yes
GET /user/rate-rows/{userId}/basis        401     401    yes   403    yes     yes       yes    yes
PUT /user/rate-rows/{userId}              401     401    yes   403    403     yes       yes    yes
GET /admin/rate-lists                     401     401    403   403    yes     yes       yes    yes
POST /admin/rate-lists                    401     401    403   403    403     yes       yes    yes
PUT /admin/rate-lists/{id}                401     401    403   403    403     yes       yes    yes
DELETE /admin/rate-lists/{id}             401     401    403   403    403     yes       yes    yes
GET /admin/rate-lists/{id}/revisions      401     401    403   403    yes     yes       yes    yes
GET /user/rate-list/{userId}              401     401    yes   403    yes     yes       yes    yes
GET /user/rate-list/{userId}/revisions    401     401    yes   403    yes     yes       yes    yes
PUT /user/rate-list/{userId}              401     401    yes   403    403     yes       yes    yes
GET /user/rates/history/{userId}          401     401    yes   403    yes     yes       yes    yes
PUT /user/rates/hold/{userId}             401     401    yes   403    403     yes       yes    yes
GET /admin/price-status                   401     401    403   403    yes     yes       yes    yes
POST /admin/price-refresh                 401     401    403   403    403     yes       yes    yes
GET /admin/import-duty                    401     401    403   403    yes     yes       yes    yes
GET /admin/quarantine                     401     401    403   403    yes     yes       yes    yes
POST /admin/quarantine/{id}/release       401     401    403   403    403     yes       yes    yes
GET /admin/quotes                         401     401    403   403    yes     yes       yes    yes
POST /admin/quotes/{seq}/withdraw         401     401    403   403    403     yes       yes    yes
GET /prices/estimate-terms                401     401    yes   yes    yes     yes       yes    yes
GET /prices/history                       401     401    yes   yes    yes     yes       yes    yes
GET /admin/price-settings                 401     401    403   403    yes     yes       yes    yes
PUT /admin/price-settings                 401     401    403   403    403     yes       yes    yes
GET /admin/dynamic-price-settings         401     401    403   403    yes     yes       yes    yes
PUT /admin/dynamic-price-settings         401     401    403   403    403     yes       yes    yes
PUT /settings/maintenance                 401     401    403   403    403     403       yes    yes
PUT /prices/settings/public-view-enabled  401     401    403   403    403     403       yes    yes
POST /screens/pairings                    yes     yes    yes   yes    yes     yes       yes    yes
POST /screens/tokens                      yes     yes    yes   yes    yes     yes       yes    yes
GET /screens/pairings/{secret}            yes     yes    yes   yes    yes     yes       yes    yes
GET /screens/alarms                       401     401    yes   403    yes     yes       yes    yes
GET /screens/push-key                     401     401    yes   yes    yes     yes       yes    yes
POST /screens/push-subscriptions          401     401    yes   yes    403     yes       yes    yes
DELETE /screens/push-subscriptions/{id}   401     401    yes   yes    yes     yes       yes    yes
POST /screens/claim                       401     401    yes   yes    403     yes       yes    yes
GET /screens/me                           401     401    yes   yes    403     403       403    403
GET /admin/screens                        401     401    403   403    yes     yes       yes    yes
GET /admin/screens/states                 401     401    403   403    yes     yes       yes    yes
PUT /screens/{id}                         401     401    yes   403    403     yes       yes    yes
PUT /screens/{id}/snooze                  401     401    yes   403    403     yes       yes    yes
POST /screens/{id}/commands               401     401    yes   403    403     yes       yes    yes
DELETE /screens/{id}                      401     401    yes   403    403     yes       yes    yes
`;

const [head = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/ {2,}/));

/** The kinds of caller. */
export const callers = head.slice(1);

/** Each route with what the table says of each caller: `GET /auth/me`, `{ nobody: '401', shop: 'yes', ... }`. */
export const accessTable = rows.map(([route = '', ...cells]): [string, Record<string, string>] => [
  route,
  Object.fromEntries(cells.map((cell, index) => [callers[index]!, cell])),
]);
