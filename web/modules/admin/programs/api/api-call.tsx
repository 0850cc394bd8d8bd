import { useText } from '#web/lib/i18n/i18n.ts';
import { CopiedText } from '#web/ui/values/copied-text.tsx';
import type { ApiCall } from './api-document.ts';
import { exampleOf } from './api-example.ts';
import { useApiWords } from './use-api-words.ts';
import styles from './api.module.css';

/** What a developer has to know of a call. */
export function ApiCallDetails({ call }: { readonly call: ApiCall }) {
  const text = useText();
  const { permissionName } = useApiWords();
  const { path, keys, parameters, answer, refusals } = call;
  const named = keys.map((key) => `${permissionName(key)} (${key})`).join(' / ');
  const needed = keys.length > 1 ? text('api.access_any', { names: named }) : named || text('api.access_login');
  return (
    <div className={styles['details']}>
      <p>{text('api.access_of', { names: needed })}</p>
      <h3>{text('api.parameters')}</h3>
      {parameters.length === 0 ? (
        <p>{text('api.no_parameters')}</p>
      ) : (
        <ul className={styles['parameters']} aria-label={`${text('api.parameters')} ${path}`}>
          {parameters.map(({ name, type, bounds, isRequired, description }) => (
            <li key={name}>
              <code className={styles['parameter']}>{name}</code>
              <span>
                <code>{type}</code> {bounds !== '' && <span className={styles['words']}>{bounds}</span>}{' '}
                <span className={isRequired ? styles['required'] : styles['words']}>
                  {text(isRequired ? 'api.required' : 'api.optional')}
                </span>
                {description !== '' && <span className={styles['description']}>{description}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3>{text('api.answer')}</h3>
      {answer === null ? (
        <p>{text('api.answer_file')}</p>
      ) : (
        <pre className={styles['shape']} tabIndex={0} aria-label={`${text('api.answer')} ${path}`}>
          {answer}
        </pre>
      )}
      {refusals.length > 0 && (
        <>
          <h3>{text('api.refusals')}</h3>
          <ul className={styles['parameters']}>
            {refusals.map(({ name, code, msg }) => (
              <li key={name}>
                <code className={styles['code']}>{code}</code>
                <span>{msg}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{text('api.example')}</h3>
      <CopiedText label={`${text('api.example')} ${path}`} value={exampleOf(call, location.origin)} rows={3} />
    </div>
  );
}
