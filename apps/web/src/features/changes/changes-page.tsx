import { Select } from '@mantine/core';
import { limits } from '@sarafa/contracts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAdminsQuery } from '../../shared/api/admins.api.js';
import { useAuditQuery } from '../../shared/api/audit.api.js';
import { useShopsQuery } from '../../shared/api/shops.api.js';
import { ChangesPages } from './changes-pages.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { PageHead } from '../../shared/ui/page-head.js';
import { ShopSelect } from '../../shared/ui/shop-select.js';

/** Who changed what, of all shops and admins or of one. The address says of which. */
export function ChangesPage() {
  const [search, setSearch] = useSearchParams();
  const { data: admins, isError } = useAdminsQuery();
  const { data: shops } = useShopsQuery();
  const names = useMemo(() => new Map(shops?.map(({ id, shop_name, username }) => [id, shop_name || username])), [shops]);
  const userId = search.get('userId') ?? '';
  const actor = search.get('actor') ?? '';
  const [typed, setTyped] = useState('');
  const isListed = (one: string) =>
    one === '' || (admins ? admins.some(({ id, username }) => one === id || one === username) : !isError);
  // Any username can be asked for as it is typed: the log also has what deleted accounts have done.
  const others = [...new Set([actor, typed.trim()])].filter((one) => !isListed(one));
  const options = [...(admins ?? []), ...others.map((name) => ({ id: name, username: name }))];
  const filter = { ...(userId ? { userId } : {}), ...(actor ? { actor } : {}) };
  const show = (chosen: Record<string, string>) => {
    const asked = Object.entries({ userId, actor, ...chosen }).filter(([, value]) => value);
    setSearch(Object.fromEntries(asked), { replace: true });
  };
  return (
    <>
      <PageHead title={words.title} hint={words.hint} />
      <div className="log__ask">
        <ShopSelect
          label={words.byShop}
          placeholder={words.allShops}
          nothingFoundMessage={words.noMatch}
          clearable
          value={userId}
          error={undefined}
          onChange={(chosen) => show({ userId: chosen })}
        />
        <Select
          label={words.byAdmin}
          placeholder={words.allAdmins}
          nothingFoundMessage={words.noMatch}
          data={options.map(({ id, username }) => ({ value: id, label: username }))}
          maxLength={limits.username.max}
          onSearchChange={setTyped}
          clearable
          searchable
          rightSection={<Icon name="down" />}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          value={actor || null}
          onChange={(chosen) => show({ actor: chosen ?? '' })}
        />
      </div>
      <ChangesPages
        key={`${userId} ${actor}`}
        useEntries={useAuditQuery}
        filter={filter}
        label={words.title}
        shopName={(id) => names.get(id)}
      />
    </>
  );
}
