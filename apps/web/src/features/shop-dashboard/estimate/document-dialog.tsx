import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { notifyDone } from '../../../shared/notices.js';
import { estimateTexts } from '../../../shared/texts/estimate-texts.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { pictureOf } from './document-picture.js';
import type { EstimateDocument } from './estimate-document.js';
import { EstimatePaper } from './estimate-paper.js';
import { canShare, save, share } from '../../../shared/session/hand-over.js';
import { layPaper, type PaperKind } from './print-paper.js';
import { type Sheet, sheetOf } from './sheet-of.js';

const { document: words } = estimateTexts;

interface Props {
  readonly document: EstimateDocument;
  readonly isKept: boolean;
  readonly onClose: () => void;
}

/** A document, to be shared, saved and printed. */
export function DocumentDialog({ document: made, isKept, onClose }: Props) {
  const sheet = useMemo(() => sheetOf(made), [made]);
  const picture = usePicture(sheet, made.number);
  const [paper, setPaper] = useState<PaperKind>('a5');
  const isShared = picture !== undefined && canShare(picture);

  const print = (kind: PaperKind) => {
    setPaper(kind);
    // Once the paper is laid.
    setTimeout(() => window.print());
  };
  const saveIt = (file: File) => {
    save(file);
    notifyDone(words.saved);
  };
  const shareIt = async (file: File) => {
    if (!(await share({ files: [file] }))) saveIt(file);
  };
  return (
    <Dialog title={estimateTexts.title} size="medium" onClose={onClose}>
      <div className="dialog__body document__body" tabIndex={0}>
        {!isKept && <p className="hint--err">{words.notKept}</p>}
        <EstimatePaper sheet={sheet} />
      </div>
      <footer className="dialog__foot document__foot">
        <Button variant="default" onClick={() => print('roll')}>
          {words.printRoll}
        </Button>
        <Button variant="default" onClick={() => print('a5')}>
          {words.printSheet}
        </Button>
        {picture && (
          <Button variant={isShared ? 'default' : 'filled'} onClick={() => saveIt(picture)}>
            {words.save}
          </Button>
        )}
        {picture && isShared && (
          <Button variant="filled" onClick={() => void shareIt(picture)}>
            {words.share}
          </Button>
        )}
      </footer>
      <Printed sheet={sheet} kind={paper} />
    </Dialog>
  );
}

/** What is printed, also by the browser's own menu, as long as the dialog is open. */
function Printed({ sheet, kind }: { sheet: Sheet; kind: PaperKind }) {
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => layPaper(kind, paper.current!, `${sheet.shop} · ${sheet.number} · ${sheet.made}`), [kind, sheet]);
  return createPortal(
    <div className={`printed printed--${kind}`} aria-hidden ref={paper}>
      <EstimatePaper sheet={sheet} />
    </div>,
    document.body,
  );
}

/** Drawn at once, because a browser shares only what it has when the button is pressed. */
function usePicture(sheet: Sheet, number: string): File | undefined {
  const [picture, setPicture] = useState<File>();
  useEffect(() => {
    let isOpen = true;
    void pictureOf(sheet).then((blob) => {
      if (isOpen && blob) setPicture(new File([blob], `${number}.png`, { type: 'image/png' }));
    });
    return () => {
      isOpen = false;
    };
  }, [sheet, number]);
  return picture;
}
