import { useMemo } from 'react';
import { useShopsQuery } from '../../shared/api/shops.api.js';
import { AlarmHistory } from '../../shared/screens/alarm-history.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';

/** The alarms of all shops, each with its shop. */
export function AllAlarms({ onClose }: { onClose: () => void }) {
  const { data: shops } = useShopsQuery();
  const names = useMemo(() => new Map(shops?.map(({ id, shop_name, username }) => [id, shop_name || username])), [shops]);
  return (
    <AlarmHistory shopOf={({ userId }) => names.get(userId) ?? (shops ? screenTexts.unknownShop : '')} onClose={onClose} />
  );
}
