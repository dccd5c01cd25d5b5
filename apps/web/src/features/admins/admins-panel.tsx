import { ActionIcon, Button } from '@mantine/core';
import { type Admin, texts } from '@sarafa/contracts';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { answerText } from '../../shared/requests/answers.js';
import { useAdminsQuery, useDeleteAdminMutation } from '../../shared/api/admins.api.js';
import adminLogo from '../../shared/brand/default-admin-logo.svg';
import { May, MayNote, useMay } from '../../shared/session/may.js';
import { notifyFailed } from '../../shared/notices.js';
import { failureText, problemOf } from '../../shared/requests/problem.js';
import { ResetSecondStep } from '../../shared/second-step/reset-second-step.js';
import { useSession } from '../../shared/session/session.js';
import { say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { secondStepTexts } from '../../shared/texts/second-step-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { Icon } from '../../shared/ui/icon.js';
import { Portrait } from '../../shared/ui/portrait.js';
import { type Column, HiddenHead, Rows } from '../../shared/ui/rows.js';
import { SkeletonRows } from '../../shared/ui/skeleton-rows.js';
import { useIsPhone } from '../../shared/ui/use-is-phone.js';

const { admins: words, list, common, roles } = portalTexts;

/** The list of admins, one of the two panels of the dashboard. */
export function AdminsPanel() {
  const { data, error, isFetching, refetch } = useAdminsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [deleting, setDeleting] = useState<Admin>();
  const [deleteAdmin] = useDeleteAdminMutation();
  const [resetting, setResetting] = useState<Admin>();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="panel" aria-labelledby="admins-title">
      <div className="panel__h">
        <h2 id="admins-title" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <div className="panel__a">
          <May needs="owner">
            <Button variant="default" component={Link} to="/admin/create-admin" leftSection={<Icon name="plus" />}>
              {list.createAdmin}
            </Button>
          </May>
        </div>
      </div>
      <May needs="operator">
        <MayNote needs="owner" />
      </May>
      {data ? (
        <AdminsList admins={data} onReset={setResetting} onDelete={setDeleting} />
      ) : error ? (
        <div className="sheet">
          <Failed
            text={failureText(problemOf(error), words.fetchFailed)}
            isAsking={isFetching}
            onTryAgain={() => void refetch()}
          />
        </div>
      ) : (
        <SkeletonRows count={2} />
      )}
      {resetting && (
        <ResetSecondStep
          key={resetting.id}
          id={resetting.id}
          name={resetting.username}
          onClose={() => setResetting(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          key={deleting.id}
          title={say(list.deleteTitle, { name: deleting.username })}
          question={words.confirmDelete}
          note={list.deleteAdminNote}
          yes={list.deleteAdmin}
          isDanger
          run={() => deleteAdmin(deleting.id).unwrap()}
          failed={words.deleteFailed}
          done={texts.admins.deleted}
          home={heading}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </section>
  );
}

interface AdminActions {
  readonly onReset: (admin: Admin) => void;
  readonly onDelete: (admin: Admin) => void;
}

function AdminsList({ admins, ...actions }: AdminActions & { admins: readonly Admin[] }) {
  const actionsOf = (admin: Admin) => <Actions admin={admin} {...actions} />;
  const columns: Column<Admin>[] = [
    { head: list.admin, cell: (admin) => <AdminName admin={admin} /> },
    { head: roles.title, cell: ({ admin_role }) => roles[admin_role] },
    { head: list.id, cell: ({ id }) => id, cellClass: 'num dim' },
    { head: <HiddenHead>{list.actions}</HiddenHead>, cell: actionsOf },
  ];
  return (
    <Rows
      label={words.title}
      rows={admins}
      idOf={({ id }) => id}
      columns={columns}
      asCards={useIsPhone()}
      cardClass="card--line"
      card={(admin) => (
        <>
          <AdminName admin={admin} isCard />
          {actionsOf(admin)}
        </>
      )}
    />
  );
}

function AdminName({ admin, isCard = false }: { admin: Admin; isCard?: boolean }) {
  return (
    <div className="who">
      <Portrait url={admin.logo_url} name={admin.username} fallback={adminLogo} />
      <div>
        <strong>{admin.username}</strong>
        {isCard && <span>{roles[admin.admin_role]}</span>}
        {isCard && <span className="num">{admin.id}</span>}
      </div>
    </div>
  );
}

function Actions({ admin, onReset, onDelete }: { admin: Admin } & AdminActions) {
  const isSelf = useSession().current?.userId === admin.id;
  if (!useMay('owner')) return null;
  return (
    <div className="acts">
      <ActionIcon
        component={Link}
        to={`/admin/update-admin/${admin.id}`}
        title={common.edit}
        aria-label={say(list.about, { what: common.edit, name: admin.username })}
      >
        <Icon name="edit" />
      </ActionIcon>
      {!isSelf && (
        <ActionIcon
          title={secondStepTexts.reset}
          aria-label={say(list.about, { what: secondStepTexts.reset, name: admin.username })}
          onClick={() => onReset(admin)}
        >
          <Icon name="lock" />
        </ActionIcon>
      )}
      <ActionIcon
        className={isSelf ? '' : 'is-danger'}
        // Not `disabled`, so that the keyboard reaches the button and its reason.
        aria-disabled={isSelf}
        title={isSelf ? answerText(texts.admins.self) : common.delete}
        aria-label={say(list.deleteTitle, { name: admin.username })}
        onClick={() => (isSelf ? notifyFailed(texts.admins.self) : onDelete(admin))}
      >
        <Icon name="trash" />
      </ActionIcon>
    </div>
  );
}
