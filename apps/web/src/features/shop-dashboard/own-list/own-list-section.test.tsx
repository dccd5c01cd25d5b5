/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ListedPurity, type RateList, texts } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { HELD, rateList, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { isSomethingTyped } from '../../../shared/typed.js';
import { closePortal, enter, openPart, shopApi } from '../../../testing/portal.js';
import { OwnListSection } from './own-list-section.js';

const LIST = `/user/rate-list/${SHOP_ID}`;
const PRICES: ListedPurity[] = [
  { metal: 'gold', fineness: 916, sell: 14_415, buy: 14_100 },
  { metal: 'gold', fineness: 750, sell: 11_920 },
];
const list = (changes: Partial<RateList> = {}) =>
  rateList({ id: SHOP_ID, _id: SHOP_ID, name: 'Mahalaxmi', gold: undefined, silver: undefined, prices: PRICES, ...changes });
const DAY_MS = 86_400_000;
const YESTERDAYS: ListedPurity[] = [{ metal: 'gold', fineness: 916, sell: 14_380 }];

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
});
afterEach(closePortal);

const has = (own: RateList) => {
  const revision = ({ name, valid_hours, prices }: RateList, set_at: string) => {
    return { name, valid_hours, prices, set_at, set_by: { id: SHOP_ID, username: 'mahalaxmi' } };
  };
  const earlier = revision({ ...own, prices: YESTERDAYS }, new Date(Date.now() - DAY_MS).toISOString());
  const older = revision({ ...own, prices: [] }, new Date(Date.now() - 2 * DAY_MS).toISOString());
  api
    .reply('GET', '/user/profile/me', shop({ may_set_list: true, rate_list_id: SHOP_ID }))
    .reply('GET', `${LIST}/revisions`, [revision(own, own.set_at), earlier, older])
    .reply('GET', LIST, own)
    .reply('PUT', LIST, { message: 'Rate list updated successfully!', rateList: own });
};
const open = () => openPart((own) => <OwnListSection shop={own} />);
const sell = async (name: string) =>
  within(await screen.findByRole('group', { name })).getByLabelText<HTMLInputElement>('Sell, ₹ per gram');
const retype = async (name: string, text: string) => {
  await userEvent.clear(await sell(name));
  await enter(await sell(name), text);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = () => api.sent('PUT', LIST).map(({ body }) => body);

describe('the rates that a shop sets itself', () => {
  it('begin with the purities of most boards, and the empty ones are left out', async () => {
    api.reply('GET', '/user/profile/me', shop({ may_set_list: true }));
    api.reply('GET', `${LIST}/revisions`, []);
    // The route answers the first one 201.
    api.answer('PUT', LIST, { message: 'Rate list created successfully!', rateList: list() });
    await open();
    await screen.findByText('Your boards show other rates until you set these.');
    expect(screen.getAllByRole('group').map((group) => group.querySelector('legend')!.textContent)).toEqual([
      '24K gold',
      '22K gold',
      '18K gold',
      'Silver 999',
    ]);
    // 1,57,821 x 0.916 / 10.
    await screen.findByText('Market ₹14,456.40');
    await enter(await sell('18K gold'), 'about 12000');
    await press('Set these rates');
    expect((await sell('18K gold')).getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(await sell('18K gold'));
    await retype('22K gold', '14415');
    api.reply('GET', '/user/profile/me', shop({ may_set_list: true, rate_list_id: SHOP_ID }));
    await press('Set these rates');
    await screen.findByText('Rate list created successfully!');
    expect(sent()).toEqual([{ prices: [{ metal: 'gold', fineness: 916, sell: 14_415 }] }]);
    // The first ones put the shop on its list.
    await screen.findByText(/^On your boards\. Set /);
  });

  it('are set anew, with those of the last time beside them', async () => {
    has(list());
    await open();
    await screen.findByText(/^On your boards\. Set /);
    await screen.findByText('Market ₹14,456.40: yours is ₹41.40 (0.3 %) below');
    await retype('22K gold', '14,450');
    expect(within(screen.getByRole('group', { name: '22K gold' })).getByText('▲ ₹35 (0.2 %)')).toBeTruthy();
    await press('Set these rates');
    await screen.findByText('Rate list updated successfully!');
    expect(sent()).toEqual([{ prices: [{ ...PRICES[0], sell: 14_450 }, PRICES[1]] }]);
    await waitFor(() => expect(api.sent('GET', `${LIST}/revisions`).length).toBeGreaterThan(1));
  });

  it('stay as they are typed while others are on their way', async () => {
    has(list());
    const release = api.hold('PUT', LIST);
    await open();
    await retype('22K gold', '14,450');
    await press('Set these rates');
    await api.next('PUT', LIST);
    await retype('22K gold', '14,440');
    release();
    await screen.findByText('Rate list updated successfully!');
    expect((await sell('22K gold')).value).toBe('14,440');
  });

  it('are asked about once where they look like a typing error, against the last ones or the market', async () => {
    has(list({ prices: [...PRICES, { metal: 'silver', fineness: 999, sell: 260 }] }));
    await open();
    await screen.findByText(/^Market ₹236\.21: yours is /);
    await retype('22K gold', '144150');
    await press('Set these rates');
    await screen.findByText('22K gold: that is 900 % above your last rate. Please look twice.');
    expect(screen.getByText('Silver 999: that is 10.1 % above the market. Please look twice.')).toBeTruthy();
    expect(sent()).toEqual([]);
    // Another price is another question.
    await retype('22K gold', '14420');
    expect(screen.queryByText(/900 %/)).toBeNull();
    await press('Set these rates');
    await screen.findByText('Silver 999: that is 10.1 % above the market. Please look twice.');
    await press('Set them all the same');
    await screen.findByText('Rate list updated successfully!');
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ['11920', '110', 'bought for so little', '99.1 % below'],
    ['11920', '119200', 'bought for more than they are sold for', '900 % above'],
  ])('are asked about where they are sold for %s and %s is what they are %s', async (sells, buys, _, far) => {
    has(list({ prices: [{ metal: 'gold', fineness: 750, sell: 11_900 }] }));
    await open();
    const group = within(await screen.findByRole('group', { name: '18K gold' }));
    await retype('18K gold', sells);
    await enter(group.getByLabelText(/^Buy/), buys);
    await press('Set these rates');
    await screen.findByText(new RegExp(`18K gold.*: that is ${far} your own sell price\\. Please look twice\\.`));
    expect(sent()).toEqual([]);
  });

  it('are not said to be on boards that keep held rates or show none', async () => {
    has(list());
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates(HELD));
    await open();
    expect((await screen.findByText(/^Set .*\. Your boards keep the held rates till /)).textContent).toBeTruthy();
    expect(screen.queryByText(/^On your boards/)).toBeNull();
    closePortal();
    const ended = {
      subscription_end_date: '2026-01-01T00:00:00.000Z',
      isSubscriptionValid: false,
      isSubscriptionExpired: true,
    };
    api.reply('GET', '/user/profile/me', shop({ may_set_list: true, rate_list_id: SHOP_ID, ...ended }));
    await open();
    await screen.findByText(/^Set .*, valid until /);
    expect(screen.queryByText(/^On your boards/)).toBeNull();
  });

  it('are asked for by their reminder time, which is taken away by an empty field', async () => {
    const reminder_time = '00:00';
    has(list({ reminder_time, set_at: new Date(Date.now() - DAY_MS).toISOString() }));
    await open();
    await screen.findByText('Not set by 12:00 am: please set today’s rates');
    const field = await screen.findByLabelText('Remind me at');
    await userEvent.clear(field);
    await enter(field, '10:30');
    await press('Save reminder');
    await screen.findByText('Your reminder is saved.');
    // As a browser says it while only the hour stands there.
    const { validity } = field as HTMLInputElement;
    Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true });
    await userEvent.clear(field);
    await press('Save reminder');
    await screen.findByText('Please give a time such as 10:00.');
    Object.defineProperty(field, 'validity', { value: validity });
    await enter(field, '11:00');
    has(list());
    await userEvent.clear(field);
    await press('Save reminder');
    await waitFor(() => expect(sent()).toEqual([{ reminder_time: '10:30' }, { reminder_time: null }]));
    // Without a reminder the pressed button is removed.
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('that another device has set meanwhile are shown first, and none of them is put back', async () => {
    has(list());
    await open();
    await retype('22K gold', '14450');
    const [k22, k18] = PRICES as [ListedPurity, ListedPurity];
    has(list({ prices: [k22, { ...k18, sell: 12_050 }], set_at: new Date(Date.now() - 60_000).toISOString() }));
    await press('Set these rates');
    await screen.findByText(/^Somebody else has changed this list/);
    expect([(await sell('22K gold')).value, (await sell('18K gold')).value]).toEqual(['14,450', '12,050']);
    expect(sent()).toEqual([]);
    await retype('22K gold', String(k22.sell));
    expect(screen.queryByText(/^Somebody else has changed this list/)).toBeNull();
    await retype('22K gold', '14450');
    await press('Set these rates');
    await screen.findByText('Rate list updated successfully!');
    expect(sent()).toEqual([
      {
        prices: [
          { ...k22, sell: 14_450 },
          { ...k18, sell: 12_050 },
        ],
      },
    ]);
  });

  it('that another device has set are told of, also where nothing is typed', async () => {
    has(list());
    await open();
    await sell('18K gold');
    has(list({ prices: [PRICES[0]!, { ...PRICES[1]!, sell: 12_050 }], set_at: new Date(Date.now() - 60_000).toISOString() }));
    await press('Set these rates');
    await screen.findByText(/^Somebody else has changed this list/);
    expect((await sell('18K gold')).value).toBe('12,050');
    expect(sent()).toEqual([]);
    // Leaving the page loses nothing.
    expect(isSomethingTyped()).toBe(false);
    await press('Set these rates');
    await screen.findByText('Rate list updated successfully!');
    await waitFor(() => expect(screen.queryByText(/^Somebody else has changed this list/)).toBeNull());
  });

  it('that another device has set are told of, though the page has shown them meanwhile', async () => {
    has(list());
    await open();
    await retype('22K gold', '14450');
    // A refusal has set nothing, so what was looked at before stays what is known.
    api.refuse('PUT', LIST, { status: 429, code: 'TOO_MANY_REQUESTS', message: texts.errors.tooManyChanges });
    await press('Set these rates');
    await screen.findByText(texts.errors.tooManyChanges, { exact: false });
    has(list({ prices: [PRICES[0]!, { ...PRICES[1]!, sell: 12_050 }], set_at: new Date(Date.now() - 60_000).toISOString() }));
    dispatchEvent(new Event('focus'));
    await waitFor(async () => expect((await sell('18K gold')).value).toBe('12,050'));
    const release = api.hold('GET', `${LIST}/revisions`);
    await press('Set these rates');
    // What is typed while the list is looked at stays, too.
    await retype('22K gold', '14455');
    release();
    await screen.findByText(/^Somebody else has changed this list/);
    expect((await sell('22K gold')).value).toBe('14455');
    expect(sent()).toHaveLength(1);
    await press('Set these rates');
    await screen.findByText('Rate list updated successfully!');
  });

  it('of a first list leave those alone that somebody else has set meanwhile', async () => {
    api.reply('GET', '/user/profile/me', shop({ may_set_list: true })).reply('GET', `${LIST}/revisions`, []);
    await open();
    await retype('22K gold', '14450');
    has(list({ gold: { fineness: 999, per_gram: 15_800 } }));
    dispatchEvent(new Event('focus'));
    await waitFor(async () => expect(await screen.findByRole('group', { name: '18K gold' })).toBeTruthy());
    await press('Set these rates');
    await screen.findByText(/^Somebody else has changed this list/);
    expect([(await sell('22K gold')).value, (await sell('18K gold')).value]).toEqual(['14,450', '11,920']);
    await press('Set these rates');
    await screen.findByText('Rate list updated successfully!');
    expect(sent()).toEqual([{ prices: [{ ...PRICES[0], sell: 14_450 }, PRICES[1]] }]);
  });

  it('that are typed back to what the list has are nothing to set', async () => {
    has(list());
    await open();
    await retype('22K gold', '14450');
    expect(isSomethingTyped()).toBe(true);
    await retype('22K gold', '14415');
    await waitFor(() => expect(isSomethingTyped()).toBe(false));
  });

  it('are one’s own where the answer that they are set was lost', async () => {
    has(list());
    await open();
    await retype('22K gold', '14450');
    const release = api.hold('PUT', LIST);
    await press('Set these rates');
    await api.next('PUT', LIST);
    has(list({ prices: [{ ...PRICES[0]!, sell: 14_450 }, PRICES[1]!], set_at: new Date().toISOString() }));
    api.lose('PUT', LIST);
    // Later than it would be sent once more by itself.
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
    release();
    await screen.findByText('Your rates couldn’t be set.');
    clock.mockRestore();
    await retype('18K gold', '12050');
    await press('Set these rates');
    await screen.findByText('Rate list updated successfully!');
    expect(screen.queryByText(/^Somebody else has changed this list/)).toBeNull();
  });

  it('are not set where nobody answers what they are by now', async () => {
    has(list());
    await open();
    await retype('22K gold', '14450');
    api.lose('GET', `${LIST}/revisions`);
    await press('Set these rates');
    await screen.findByText('Your rates couldn’t be set.');
    expect(sent()).toEqual([]);
    expect((await sell('22K gold')).value).toBe('14,450');
  });

  it('stand in their fields as they were set, also while they can’t be read again', async () => {
    has(list());
    await open();
    await retype('22K gold', '14450');
    const set = list({ prices: [{ ...PRICES[0]!, sell: 14_450 }], set_at: new Date().toISOString() });
    api.reply('PUT', LIST, { message: 'Rate list updated successfully!', rateList: set });
    await press('Set these rates');
    api.refuse('GET', `${LIST}/revisions`, { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' });
    await screen.findByText('Rate list updated successfully!');
    await waitFor(async () => expect((await sell('22K gold')).value).toBe('14,450'));
    expect(screen.queryByRole('group', { name: '18K gold' })).toBeNull();
  });

  it('can’t be none, which is said where there is no field', async () => {
    api.reply('GET', '/user/profile/me', shop({ may_set_list: true })).reply('GET', `${LIST}/revisions`, []);
    await open();
    for (const name of ['24K gold', '22K gold', '18K gold', 'Silver 999'])
      await userEvent.click(await screen.findByRole('button', { name: `Remove ${name}` }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a purity' }));
    await press('Set these rates');
    await screen.findByText('A rate list needs the rates of gold and silver, or prices of purities');
    expect(sent()).toEqual([]);
  });

  it('of yesterday stand again after two taps', async () => {
    // Of today also in the first hour of a day.
    has(list({ set_at: new Date().toISOString() }));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Yesterday’s rates' }));
    expect((await sell('22K gold')).value).toBe('14,380');
    expect(screen.queryByRole('group', { name: '18K gold' })).toBeNull();
    await press('Set these rates');
    await screen.findByText('Rate list updated successfully!');
    expect(sent()).toEqual([{ prices: YESTERDAYS }]);
  });

  it('that can’t be read are refused at their fields, and stay there', async () => {
    const isRefused = async (name: string) => (await sell(name)).getAttribute('aria-invalid') === 'true';
    has(list());
    await open();
    // An empty field takes no price off the boards.
    await userEvent.clear(await sell('18K gold'));
    await press('Set these rates');
    expect(await isRefused('18K gold')).toBe(true);
    await retype('18K gold', '12000');
    await retype('22K gold', 'about 14000');
    await press('Set these rates');
    expect((await sell('22K gold')).value).toBe('about 14000');
    expect([await isRefused('22K gold'), await isRefused('18K gold')]).toEqual([true, false]);
    expect(sent()).toEqual([]);
    // What was wrong goes with its row, and not to the next one.
    await press('Remove 22K gold');
    expect(await isRefused('18K gold')).toBe(false);
  });

  it('are old until they are set, and stay typed when they can’t be sent', async () => {
    has(list({ set_at: new Date(Date.now() - 2 * DAY_MS).toISOString() }));
    api.refuse('PUT', LIST, { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' });
    await open();
    await screen.findByText(/^Old since .*: please set today’s rates$/);
    await retype('18K gold', '12000');
    await press('Set these rates');
    await screen.findAllByText('Your rates couldn’t be set.');
    expect((await sell('18K gold')).value).toBe('12,000');
  });

  it('are no part of the dashboard when they can’t be read, which it says', async () => {
    api.reply('GET', '/user/profile/me', shop({ may_set_list: true }));
    api.refuse('GET', `${LIST}/revisions`, { status: 503, code: 'UNAVAILABLE', message: 'This part of the service is down' });
    await open();
    await screen.findByText('Your rates can’t be read right now.');
    expect(screen.queryByRole('button', { name: 'Set these rates' })).toBeNull();
    has(list());
    await press('Try again');
    await sell('22K gold');
  });
});
