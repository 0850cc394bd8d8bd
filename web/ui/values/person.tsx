import { Avatar } from '#web/ui/avatar.tsx';
import styles from '#web/ui/values/values.module.css';

/** A person in a list: avatar and name. */
export const Person = ({ name, img = '' }: { readonly name: string; readonly img?: string }) => (
  <span className={styles['person']}>
    <Avatar name={name} img={img} size={22} isDecorative />
    <span className={styles['words']}>{name}</span>
  </span>
);
