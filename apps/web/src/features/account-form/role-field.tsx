import { SegmentedControl } from '@mantine/core';
import { AdminRole } from '@sarafa/contracts';
import { inWords } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';

const { roles: words } = portalTexts;
const ROLES = inWords(() => AdminRole.options.map((role) => ({ value: role, label: words[role] })));

interface Props {
  readonly value: AdminRole;
  readonly onChange: (role: AdminRole) => void;
}

/** What an admin may do. */
export function RoleField({ value, onChange }: Props) {
  return (
    <fieldset className="account__role">
      <legend className="field__l">{words.title}</legend>
      <SegmentedControl
        fullWidth
        withItemsBorders={false}
        transitionDuration={0}
        name="admin_role"
        data={ROLES}
        value={value}
        onChange={(role) => onChange(AdminRole.parse(role))}
      />
      <p className="hint" role="status">
        {words.may[value]}
      </p>
    </fieldset>
  );
}
