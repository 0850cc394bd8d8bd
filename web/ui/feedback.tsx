import { App as AntdApp, Button, Modal } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { onError } from '#web/lib/feedback.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { backRefuses } from '#web/ui/sheet/open-overlays.ts';

interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  /** Default 确定. */
  readonly okText?: string;
  /** Default 取消. */
  readonly cancelText?: string;
  /** The action destroys something. */
  readonly isDangerous?: boolean;
}

interface Dialog extends Question {
  readonly hasCancel: boolean;
  readonly answer: (isOk: boolean) => void;
}

type Tone = 'success' | 'error' | 'info' | 'warning' | 'loading';
interface Offer {
  readonly label: string;
  readonly take: () => void;
}
/** Seconds during which the toast offers an undo, or what may follow. */
const offerTime = 10;
interface Said {
  readonly offers?: readonly Offer[];
  /** The first offer is an undo. */
  readonly takesBack?: boolean;
  /** Identifies the subject: the next toast with it replaces this one. */
  readonly about?: string | undefined;
}
let show: ((tone: Tone, text: string, more?: Said) => void) | null = null;
/** Shown one at a time, in this order (R25.5). */
let dialogs: readonly Dialog[] = [];
const watchers = new Set<() => void>();

/** Reports something that happened out of sight. The same text is shown once at a time. */
export const toast = {
  success: (text: string, about?: string): void => show?.('success', text, { about }),
  error: (text: string): void => show?.('error', text),
  info: (text: string, about?: string): void => show?.('info', text, { about }),
  /** Under way, until another toast about the same says how it ended. */
  progress: (text: string, about: string): void => show?.('loading', text, { about }),
  warning: (text: string, about?: string): void => show?.('warning', text, { about }),
  /** Stays longer, with buttons: for an action that can be undone by the first of them, or by Ctrl+Z. */
  offer: (text: string, offers: readonly Offer[]): void => show?.('success', text, { offers, takesBack: true }),
  /** As long, for what may follow: no key takes it. */
  suggest: (text: string, offers: readonly Offer[]): void => show?.('info', text, { offers }),
};

/** Asks before an action; false when the user cancels, who is told that nothing was done. */
export const confirm = async (question: Question): Promise<boolean> => {
  const isOk = await ask(question, true);
  // a word of its own for the other button makes it a choice between two ways, and no cancel
  if (!isOk && question.cancelText === undefined) toast.info(textOf('action.cancelled'));
  return isOk;
};

/** Shows something that has to be read: one button closes it. */
export const notice = async (question: Omit<Question, 'cancelText'>): Promise<void> => {
  await ask(question, false);
};

const ask = (question: Question, hasCancel: boolean): Promise<boolean> =>
  new Promise((resolve) => {
    const dialog: Dialog = {
      ...question,
      hasCancel,
      answer: (isOk) => {
        change(dialogs.filter((other) => other !== dialog));
        resolve(isOk);
      },
    };
    // not within the key press that opens it: the dialog would take the same Escape as its answer
    setTimeout(() => change([...dialogs, dialog]));
  });

function change(next: readonly Dialog[]): void {
  dialogs = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Renders toasts and dialogs; part of `Design`. */
export function Feedback() {
  const { message } = AntdApp.useApp();
  // the toasts that offer an undo, the newest last
  const [undos, setUndos] = useState<readonly { readonly key: string; readonly take: () => void }[]>([]);
  useShortcut('Control+z', () => undos.at(-1)?.take(), { isOn: undos.length > 0 });
  useEffect(() => {
    show = (tone, text, { offers = [], takesBack = false, about } = {}) => {
      const isOffer = offers.length > 0;
      const key = isOffer ? crypto.randomUUID() : (about ?? `${tone} ${text}`);
      const forget = () => setUndos((before) => before.filter((other) => other.key !== key));
      const take = (offer: Offer) => {
        message.destroy(key);
        forget();
        offer.take();
      };
      const content = (
        <>
          {text}
          {offers.map((offer) => (
            <Button key={offer.label} type="link" size="small" onClick={() => take(offer)}>
              {offer.label}
            </Button>
          ))}
        </>
      );
      const [undo] = takesBack ? offers : [];
      if (undo) setUndos((before) => [...before, { key, take: () => take(undo) }]);
      // one that the pointer rests on stays where there is something to press; any other would stay over a button for good
      const stay = isOffer && { duration: offerTime, onClose: forget };
      void message.open({ type: tone, content, key, pauseOnHover: isOffer, ...stay });
    };
    const stop = onError((text) => toast.error(text));
    return () => {
      show = null;
      stop();
    };
  }, [message]);
  const dialog = useSyncExternalStore(watch, () => dialogs[0]);
  return dialog ? <QuestionDialog key={dialog.title} dialog={dialog} /> : null;
}

function QuestionDialog({ dialog }: { readonly dialog: Dialog }) {
  const text = useText();
  const { title, hasCancel, answer, isDangerous = false } = dialog;
  useEffect(() => backRefuses(() => answer(false)), [answer]);
  // Enter must not confirm a destructive action by accident
  const first = useRef<HTMLButtonElement>(null);
  const isCancelFirst = isDangerous && hasCancel;
  return (
    <Modal
      open
      title={title}
      width={416}
      centered
      // at once: a key press during the animation would be lost
      transitionName=""
      maskTransitionName=""
      // above overlays and drawers, whatever opened first
      zIndex={2000}
      // cancel gets the focus first, also when another closing dialog has taken it away
      closable={false}
      keyboard={hasCancel}
      mask={{ closable: false }}
      onCancel={() => answer(false)}
      // not autoFocus: over another dialog the focus would end on the cancel button
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
      footer={
        <>
          {hasCancel && (
            <Button ref={isCancelFirst ? first : null} onClick={() => answer(false)}>
              {dialog.cancelText ?? text('action.cancel')}
            </Button>
          )}
          <Button ref={isCancelFirst ? null : first} type="primary" danger={isDangerous} onClick={() => answer(true)}>
            {dialog.okText ?? text('action.ok')}
          </Button>
        </>
      }
    >
      {dialog.text}
    </Modal>
  );
}
