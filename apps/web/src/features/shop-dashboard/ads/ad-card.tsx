import { ActionIcon } from '@mantine/core';
import type { OwnAdvertisement } from '@sarafa/contracts';
import { answerText } from '../../../shared/requests/answers.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { AdPicture } from './ad-picture.js';
import { durationText } from '../duration.js';

const { list: words } = dashboardTexts;

interface Props {
  readonly ad: OwnAdvertisement;
  readonly adDisplayTime: number;
  readonly onDelete: () => void;
}

export function AdCard({ ad, adDisplayTime, onDelete }: Props) {
  return (
    <li className="adcard">
      <div className="adcard__p">
        <AdPicture ad={ad} />
        <span className="adcard__d num">
          <Icon name={ad.file_type} />
          {durationText(ad, adDisplayTime)}
        </span>
      </div>
      <div className="adcard__f">
        <b title={ad.file_name}>{ad.file_name}</b>
        <DeleteButton ad={ad} onDelete={onDelete} />
      </div>
      {ad.warning && <p className="adcard__w">{answerText(ad.warning)}</p>}
    </li>
  );
}

export function DeleteButton({ ad, onDelete }: { ad: OwnAdvertisement; onDelete: () => void }) {
  return (
    <ActionIcon
      className="is-danger"
      variant="subtle"
      aria-label={say(words.deleteTitle, { name: ad.file_name })}
      onClick={onDelete}
    >
      <Icon name="trash" />
    </ActionIcon>
  );
}
