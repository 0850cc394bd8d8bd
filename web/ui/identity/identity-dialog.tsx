import { useEffect, useState } from 'react';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { onIdentityAsked } from '#web/lib/session/confirm-identity.ts';
import type { Question } from '#web/ui/identity/password-question.tsx';

export const PasswordQuestion = lazyOverlay(() => import('#web/ui/identity/password-question.tsx'), 'PasswordQuestion');

/** Asks for the own password when a call requires it (security N11), one question at a time; part of `Design`. */
export function IdentityDialog() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  useEffect(
    () =>
      onIdentityAsked(
        (reason, attempt) =>
          new Promise((resolve) => {
            const question: Question = {
              reason,
              attempt,
              answer: (isConfirmed) => {
                setQuestions((before) => before.filter((other) => other !== question));
                resolve(isConfirmed);
              },
            };
            setQuestions((before) => [...before, question]);
          }),
      ),
    [],
  );
  const [question] = questions;
  return question ? <PasswordQuestion question={question} /> : null;
}
