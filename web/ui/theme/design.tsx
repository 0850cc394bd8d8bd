import { App as AntdApp, ConfigProvider } from 'antd';
import { useLayoutEffect, type ReactNode } from 'react';
import { componentsLocale, useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Feedback } from '#web/ui/feedback.tsx';
import { IdentityDialog } from '#web/ui/identity/identity-dialog.tsx';
import { useIsMotionReduced, useMode } from '#web/ui/theme/mode.ts';
import { paint, themeOf } from '#web/ui/theme/theme.ts';

/** Provides our colours, the current language, toasts and dialogs to its children. */
export function Design({ children }: { readonly children: ReactNode }) {
  const mode = useMode();
  const isMotionReduced = useIsMotionReduced();
  const isPhone = useIsPhone();
  // follows a switch of the language
  useText();
  const locale = componentsLocale();
  useLayoutEffect(() => paint(document.documentElement, mode), [mode]);
  return (
    <ConfigProvider
      theme={themeOf(mode, isMotionReduced, isPhone)}
      {...(locale && { locale })}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
      renderEmpty={() => <EmptyState />}
      // at once: a dialog that an opened record starts would otherwise come into the page too late to keep the focus
      getPopupContainer={() => document.body}
    >
      <AntdApp component={false} message={{ maxCount: 3, duration: 3, top: 4 }}>
        <Feedback />
        <IdentityDialog />
        {children}
      </AntdApp>
    </ConfigProvider>
  );
}
