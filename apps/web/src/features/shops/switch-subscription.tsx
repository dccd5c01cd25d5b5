import { useSetSubscriptionMutation } from '../../shared/api/shops.api.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { failureText, problemOf } from '../../shared/problem.js';
import { say } from '../../shared/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import type { Listed } from './find-shops.js';

const { users, list } = portalTexts;

export function SwitchSubscription({ entry: { shop, name }, onClose }: { entry: Listed; onClose: () => void }) {
  const [setSubscription, { isLoading }] = useSetSubscriptionMutation();
  const active = !shop.isSubscriptionValid;
  const change = async () => {
    try {
      const { message } = await setSubscription({ id: shop.id, active }).unwrap();
      notifyDone(message);
    } catch (error) {
      notifyProblem(problemOf(error), (problem) => failureText(problem, users.subscriptionFailed));
    }
  };
  return (
    <ConfirmDialog
      title={say(list.about, { what: active ? users.activate : users.deactivate, name })}
      question={say(users.confirmSubscription, { active, username: shop.username })}
      note={active ? list.activateNote : list.deactivateNote}
      yes={active ? users.activate : users.deactivate}
      isBusy={isLoading}
      onYes={change}
      onClose={onClose}
    />
  );
}
