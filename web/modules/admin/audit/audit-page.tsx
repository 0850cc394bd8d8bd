import { Navigate, useNavigate, useParams } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { auditAddress, auditParts } from '#web/modules/admin/audit/audit-address.ts';
import { LoginLog } from '#web/modules/admin/audit/login-log.tsx';
import { OperationLog } from '#web/modules/admin/audit/operation-log.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** /manager/audit/{part}: who logged in, and who did what. */
export function AuditPage() {
  const text = useText();
  const navigate = useNavigate();
  const { '*': part = '' } = useParams();
  if (part !== auditParts.logins && part !== auditParts.operations)
    return <Navigate to={`${auditAddress}/${auditParts.operations}`} replace />;
  const views = (
    <Tabs
      aria-label={text('audit.parts')}
      activeKey={part}
      items={[
        { key: auditParts.operations, label: text('audit.operation_log') },
        { key: auditParts.logins, label: text('audit.login_log') },
      ]}
      onChange={(key) => void navigate(`${auditAddress}/${key}`)}
    />
  );
  return (
    <Page title={text('page.audit')} views={views}>
      {part === auditParts.logins ? <LoginLog /> : <OperationLog />}
    </Page>
  );
}
