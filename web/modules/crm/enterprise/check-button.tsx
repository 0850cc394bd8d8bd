import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMayCheck } from '#web/modules/crm/checked-kind.ts';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';
import { checkedIn } from '#shared/record/field.ts';

/** 校对 next to the name of a customer or lead (R9.18). */
export function CheckButton({ screen, field, onAside }: FieldAidProps) {
  const text = useText();
  const mayCheck = useMayCheck(screen.type);
  if (checkedIn(field) !== 'name' || !mayCheck) return null;
  return (
    <Button size="small" type="link" icon={<SafetyCertificateOutlined aria-hidden />} onClick={onAside}>
      {text('enterprise.check')}
    </Button>
  );
}
