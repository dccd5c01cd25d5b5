import { Select, type SelectProps } from '@mantine/core';
import { useShopsQuery } from '../api/shops.api.js';
import { findOptions } from '../sought.js';
import { failureText, problemOf } from '../requests/problem.js';
import { portalTexts } from '../texts/portal-texts.js';
import { Icon } from './icon.js';

/** How many shops the list shows; typing finds the others. */
const LISTED = 50;

interface Props extends Pick<SelectProps, 'label' | 'placeholder' | 'nothingFoundMessage' | 'size' | 'clearable'> {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (userId: string) => void;
}

/** The field `userId` of an admin's form: one of all shops. */
export function ShopSelect({ value, error, onChange, ...others }: Props) {
  const { data, isLoading, error: problem, refetch } = useShopsQuery();
  const isLost = !data && problem !== undefined;
  const options = data?.map(({ id, username, shop_name }) => ({
    value: id,
    label: shop_name ? `${username} (${shop_name})` : username,
  }));
  return (
    <Select
      {...others}
      data-field="userId"
      data={options ?? []}
      error={error ?? (isLost && failureText(problemOf(problem), portalTexts.users.fetchFailed))}
      onDropdownOpen={() => isLost && void refetch()}
      limit={LISTED}
      filter={findOptions}
      searchable
      required={!others.clearable}
      withAsterisk={false}
      disabled={isLoading}
      rightSection={<Icon name="down" />}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
