import { Button, Tabs } from '@mantine/core';
import type { ShopDashboard } from '@sarafa/contracts';
import { type ReactNode, useState } from 'react';
import { useShopsQuery, type WholeShop } from '../../../shared/api/shops.api.js';
import { Changes, May, MayNote, useMay } from '../../../shared/session/may.js';
import { notifyFailed } from '../../../shared/notices.js';
import { LazyRateRowsEditor } from '../../rate-rows/index.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { rateRowTexts } from '../../../shared/texts/rate-row-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Portrait } from '../../../shared/ui/portrait.js';
import { useIsPhone } from '../../../shared/ui/use-is-phone.js';
import { shopName } from '../find-shops.js';
import { ProfileSection } from './profile-section.js';
import { SettingsSection } from './settings-section.js';
import { ShopTablesSection } from './shop-tables-section.js';
import { useShopForm } from './use-shop-form.js';

const { editor, common } = portalTexts;
const FORM_ID = 'edit-shop';
const TABS_ID = 'editor';
type Tab = 'profile' | 'settings' | 'rows' | 'tables';

/** The form keeps the shop that it was opened with, also when the list is read again meanwhile. */
export function EditShop({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useShopsQuery();
  const [shop] = useState(() => data?.find((one) => one.id === id));
  return shop ? <Editor shop={shop} shops={data} onClose={onClose} /> : null;
}

interface Props {
  readonly shop: WholeShop;
  readonly shops: readonly ShopDashboard[] | undefined;
  readonly onClose: () => void;
}

function Editor({ shop, shops, onClose }: Props) {
  const isPhone = useIsPhone();
  const may = useMay('operator');
  const [tab, setTab] = useState<Tab>('profile');
  const [areRowsChanged, setAreRowsChanged] = useState(false);
  const form = useShopForm({
    shop,
    shops,
    onSaved: () => {
      if (!areRowsChanged) return onClose();
      // Rows that aren't saved yet would be lost with the dialog.
      setTab('rows');
      notifyFailed(rateRowTexts.unsaved);
    },
    onFaulty: (isProfile) => setTab(isProfile ? 'profile' : 'settings'),
  });
  const open = isPhone ? tab : undefined;
  const name = shopName(shop);
  const title = (
    <span className="dialog__who">
      <Portrait url={shop.logo_url} name={name} />
      {name}
    </span>
  );
  return (
    <Dialog title={title} size="large" className="editor" onClose={onClose}>
      <Tabs id={TABS_ID} className="editor__tabs" value={tab} onChange={(value) => setTab(value as Tab)}>
        {isPhone && (
          <Tabs.List grow>
            <Tabs.Tab value="profile">{editor.profile}</Tabs.Tab>
            <Tabs.Tab value="settings">{editor.settings}</Tabs.Tab>
            <Tabs.Tab value="rows">{editor.rows}</Tabs.Tab>
            <Tabs.Tab value="tables">{editor.tables}</Tabs.Tab>
          </Tabs.List>
        )}
        {/* Without a field that can be used, the keyboard has to reach it to scroll. */}
        <div className="tri" {...(may ? {} : { tabIndex: 0, role: 'group', 'aria-label': name })}>
          <form
            id={FORM_ID}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void form.save();
            }}
          >
            <EditorSection tab="profile" title={editor.profile} open={open}>
              <Changes needs="operator">
                <ProfileSection {...form} shop={shop} />
              </Changes>
            </EditorSection>
            <EditorSection tab="settings" title={editor.settings} open={open}>
              <Changes needs="operator">
                <SettingsSection shopId={shop.id} {...form} />
              </Changes>
            </EditorSection>
          </form>
          <EditorSection tab="tables" title={editor.tables} open={open}>
            <Changes needs="operator">
              <ShopTablesSection userId={shop.id} />
            </Changes>
          </EditorSection>
          <EditorSection tab="rows" title={editor.rows} open={open}>
            <Changes needs="operator">
              <LazyRateRowsEditor userId={shop.id} canCopy onChanged={setAreRowsChanged} />
            </Changes>
          </EditorSection>
        </div>
      </Tabs>
      <footer className="dialog__foot">
        {may ? <span className="dialog__note dim">{editor.atOnce}</span> : <MayNote needs="operator" />}
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <May needs="operator">
          <Button type="submit" form={FORM_ID} variant={form.isChanged ? 'filled' : 'default'} {...asDisabled(form.isSaving)}>
            {form.isSaving ? common.saving : editor.save}
          </Button>
        </May>
      </footer>
    </Dialog>
  );
}

interface SectionProps {
  readonly tab: Tab;
  readonly title: string;
  /** The open tab; undefined where all sections are columns. */
  readonly open: Tab | undefined;
  readonly children: ReactNode;
}

/** A column; on a phone, the content of a tab. One element for both, so that a phone that is turned keeps what is typed in it. */
function EditorSection({ tab, title, open, children }: SectionProps) {
  const isTab = open !== undefined;
  return (
    <section
      className={isTab ? 'part' : `part part--${tab}`}
      style={isTab && open !== tab ? HIDDEN : undefined}
      {...(isTab
        ? { role: 'tabpanel', id: `${TABS_ID}-panel-${tab}`, 'aria-labelledby': `${TABS_ID}-tab-${tab}` }
        : { 'aria-labelledby': `edit-${tab}` })}
    >
      {!isTab && <h3 id={`edit-${tab}`}>{title}</h3>}
      {children}
    </section>
  );
}

const HIDDEN = { display: 'none' } as const;
