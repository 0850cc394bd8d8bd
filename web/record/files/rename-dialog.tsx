import { Form, Input } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';
import { textLimit } from '#shared/text/text-limit.ts';

interface RenameDialogProps {
  readonly file: FileRow;
  readonly onClose: () => void;
}

/** Renames a file; its extension stays, whatever is typed. */
export function RenameDialog({ file, onClose }: RenameDialogProps) {
  const text = useText();
  const [form] = Form.useForm<{ readonly name: string }>();
  const rename = useAction(fileCalls.rename, {
    refreshes: [recordLogCalls.files],
    onDone: () => {
      toast.success(textOf('action.done'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={text('action.edit')}
      width={480}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={rename.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: file.name }}
        onFinish={({ name }) => rename.mutate({ fileId: file.fileId, name: name.trim() })}
      >
        <Form.Item
          name="name"
          label={text('files.new_name')}
          rules={[
            { required: true, whitespace: true, message: text('field.required', { name: text('files.new_name') }) },
          ]}
        >
          <Input autoFocus maxLength={textLimit} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
