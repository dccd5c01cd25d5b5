import { Button } from '@mantine/core';
import { type AccountRole, limits, texts } from '@sarafa/contracts';
import { Link, useParams } from 'react-router-dom';
import { answerText } from '../../shared/requests/answers.js';
import adminLogo from '../../shared/brand/default-admin-logo.svg';
import { ADMIN } from '../../shared/links.js';
import { MayNote, useMay } from '../../shared/session/may.js';
import { failureText, problemOf } from '../../shared/requests/problem.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Failed } from '../../shared/ui/failed.js';
import { LogoField } from '../../shared/ui/logo-field.js';
import { PageHead } from '../../shared/ui/page-head.js';
import { Password } from '../../shared/ui/password.js';
import { SkeletonRows } from '../../shared/ui/skeleton-rows.js';
import { TextField } from '../../shared/ui/text-field.js';
import { AccountPreview } from './account-preview.js';
import { RoleField } from './role-field.js';
import { type Account, idToUpdate, useAccount } from './use-account.js';
import { LABELS, useAccountForm } from './use-account-form.js';

const { form: words, common, users, admins } = portalTexts;
const TITLES = inWords(
  () =>
    ({
      admin: { create: words.createAdmin, update: words.updateAdmin },
      user: { create: words.createUser, update: words.updateUser },
    }) as const,
);

/** The create form, or the update form when the address has an id; for both kinds of account. */
export function AccountFormPage({ type }: { type: AccountRole }) {
  const id = idToUpdate(useParams().id);
  const { account, isLoading, isFetching, error, refetch } = useAccount(type, id);
  const mode = id ? 'update' : 'create';
  const needs = type === 'admin' ? 'owner' : 'operator';
  const may = useMay(needs);
  const hint = id ? undefined : type === 'admin' ? words.adminHint : words.userHint;
  return (
    <>
      <PageHead title={TITLES[type][mode]} hint={hint} />
      {!may ? (
        <>
          {/* What an operator may, every page says above its heading. */}
          {needs === 'owner' && <MayNote needs={needs} />}
          <Button variant="default" component={Link} to={ADMIN}>
            {common.back}
          </Button>
        </>
      ) : !id || account ? (
        <AccountForm key={`${type} ${id}`} type={type} account={account} />
      ) : isLoading ? (
        <SkeletonRows count={3} />
      ) : error ? (
        <div className="sheet sheet--form">
          <Failed
            text={failureText(problemOf(error), type === 'user' ? users.fetchFailed : admins.fetchFailed)}
            isAsking={isFetching}
            onTryAgain={() => void refetch()}
          />
        </div>
      ) : (
        <div className="sheet sheet--form failed">
          <p role="alert">{answerText(type === 'user' ? texts.users.notFound : texts.admins.notFound)}</p>
          <Button variant="default" component={Link} to={ADMIN}>
            {common.back}
          </Button>
        </div>
      )}
    </>
  );
}

function AccountForm({ type, account }: { type: AccountRole; account: Account | undefined }) {
  const { values, logo, errors, isBusy, onSubmit, onChange, onLogo } = useAccountForm(type, account);
  const url = account?.logo_url ?? '';
  const fallback = type === 'admin' ? adminLogo : undefined;
  const name = type === 'user' ? values.shop_name : values.username;
  return (
    <div className="account">
      <form className="sheet sheet--form" noValidate onSubmit={onSubmit}>
        <LogoField
          url={url}
          name={values.shop_name || values.username}
          fallback={fallback}
          hint={type === 'user' && !account ? words.shopLogoHint : words.logoHint}
          file={logo}
          error={errors.logo}
          onFile={onLogo}
        />
        {type === 'user' && (
          <TextField
            label={LABELS.shop_name}
            name="shop_name"
            autoComplete="off"
            readOnly={isBusy}
            value={values.shop_name}
            error={errors.shop_name}
            onChange={(shop_name) => onChange({ shop_name })}
          />
        )}
        <TextField
          label={LABELS.username}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isBusy}
          value={values.username}
          error={errors.username}
          onChange={(username) => onChange({ username })}
        />
        <Password
          label={account ? words.newPassword : LABELS.password}
          autoComplete="new-password"
          description={account ? words.keepPassword : say(words.passwordHint, { min: limits.password.min })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          readOnly={isBusy}
          value={values.password}
          error={errors.password}
          onChange={(password) => onChange({ password })}
        />
        {type === 'admin' && <RoleField value={values.admin_role} onChange={(admin_role) => onChange({ admin_role })} />}
        <div className="form__foot">
          <Button type="submit" {...asDisabled(isBusy)}>
            {isBusy ? common.saving : account ? words.update : words.create}
          </Button>
          <Button variant="subtle" component={Link} to={ADMIN}>
            {common.cancel}
          </Button>
        </div>
      </form>
      <AccountPreview type={type} name={name} url={url} fallback={fallback} logo={logo} />
    </div>
  );
}
