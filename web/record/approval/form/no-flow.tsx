import { Alert } from 'antd';
import { Link } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';

/** No flow fits the document: with a link for whoever may set one up. */
export function NoFlow() {
  const text = useText();
  const may = useMay();
  return (
    <Alert
      type="warning"
      showIcon
      title={text('approval.no_flow')}
      action={
        may('manage:examineFlow:update') && (
          // what is typed stays in the form beside it
          <Link to="/manager/system-examine" target="_blank" rel="noreferrer">
            {text('approval.set_up')}
          </Link>
        )
      }
    />
  );
}
