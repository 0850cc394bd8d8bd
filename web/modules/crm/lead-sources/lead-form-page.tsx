import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import { switchLanguage, useText } from '#web/lib/i18n/i18n.ts';
import { hasPreferences, usePreferences } from '#web/lib/preferences.ts';
import { usePageTitle } from '#web/lib/screen/page-title.ts';
import { LeadForm, type LeadValues } from '#web/modules/crm/lead-sources/lead-form.tsx';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { Loading } from '#web/ui/states/page-state.tsx';
import { openLeadCalls } from '#shared/crm/lead-sources/open-lead-calls.ts';
import styles from './lead-form.module.css';

/** /form/<key>: a form that visitors fill in without a login. */
export function LeadFormPage() {
  const text = useText();
  const { key = '' } = useParams();
  const { language } = usePreferences();
  useVisitorLanguage();
  const form = useQuery({
    queryKey: [openLeadCalls.form.path, key, language],
    queryFn: () => call(openLeadCalls.form, { key }, { quiet: true }),
    retry: false,
    // what is being typed must not change under the visitor
    staleTime: Infinity,
  });
  const submit = useMutation({
    mutationFn: ({ values, homepage }: { readonly values: LeadValues; readonly homepage: string }) =>
      call(
        openLeadCalls.submit,
        { key, stamp: form.data?.stamp ?? '', values: sentOf(values), homepage },
        { quiet: true },
      ),
  });
  usePageTitle(form.data?.title ?? '');
  const error = form.error ?? submit.error;
  const problem = error && (isCallError(error) ? error.msg : text('call.unreadable'));
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => told.current?.focus(), [submit.isSuccess]);
  return (
    <div className={styles['page']}>
      <header className={styles['tools']}>
        <LanguageSwitch />
      </header>
      <main className={styles['card']}>
        {form.isPending && <Loading />}
        {submit.data ? (
          <p ref={told} tabIndex={-1} role="status" className={styles['thanks']}>
            {submit.data.thanks}
          </p>
        ) : (
          form.data && (
            <LeadForm
              {...form.data}
              isBusy={submit.isPending}
              onSubmit={(values, homepage) => submit.mutate({ values, homepage })}
            />
          )
        )}
        {problem !== null && <Alert type="error" showIcon title={problem} className={styles['problem'] ?? ''} />}
      </main>
    </div>
  );
}

/** Until a visitor has chosen a language here, it is the browser's. */
function useVisitorLanguage(): void {
  useEffect(() => {
    if (!hasPreferences() && !navigator.language.startsWith('zh')) void switchLanguage('en');
  }, []);
}

const sentOf = (values: LeadValues): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, value] as [string, string | string[]]],
    ),
  );
