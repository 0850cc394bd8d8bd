import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { Attempt } from '#web/lib/session/confirm-identity.ts';
import { toast } from '#web/ui/feedback.tsx';

export interface Question {
  readonly reason: string;
  readonly attempt: Attempt;
  readonly answer: (isConfirmed: boolean) => void;
}

/** Asks for the own password until it is right or the person gives up. */
export function PasswordQuestion({ question }: { readonly question: Question }) {
  const text = useText();
  const [form] = Form.useForm<{ password: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const { reason, attempt, answer } = question;

  const handleFinish = async ({ password }: { readonly password: string }) => {
    setIsBusy(true);
    const problem = await attempt(password);
    if (problem === null) return answer(true);
    setIsBusy(false);
    form.setFields([{ name: 'password', value: '', errors: [problem] }]);
    form.focusField('password');
  };
  const handleCancel = () => {
    if (isBusy) return;
    toast.info(text('action.cancelled'));
    answer(false);
  };
  return (
    <Modal
      open
      title={text('identity.title')}
      width={416}
      centered
      // above the form that makes the call
      zIndex={1900}
      mask={{ closable: false }}
      okText={text('action.ok')}
      confirmLoading={isBusy}
      cancelButtonProps={{ disabled: isBusy }}
      onOk={() => form.submit()}
      onCancel={handleCancel}
      afterOpenChange={(isOpen) => isOpen && form.focusField('password')}
    >
      <Form
        name="identity"
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void handleFinish(values)}
      >
        <Form.Item
          name="password"
          label={text('identity.password')}
          extra={reason}
          validateTrigger={[]}
          rules={[{ required: true, message: text('identity.empty') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={1000} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
