import icon from '#web/ui/icon.svg';
import { useSystemConfig } from '#web/lib/system-config.ts';
import { MenuLink } from '#web/shell/menu/menu-link.tsx';
import styles from '#web/shell/header.module.css';

/** Logo and name of the company; links to the provider's platform if there is one, else to the start page (R1.4). */
export function Brand() {
  const { name, logo, platformHome } = useSystemConfig();
  const inside = (
    <>
      <img className={styles['logo']} src={logo || icon} alt="" />
      <span className={styles['name']}>{name}</span>
    </>
  );
  if (platformHome !== '') {
    return (
      <a className={styles['brand']} href={platformHome} title={name} rel="noreferrer">
        {inside}
      </a>
    );
  }
  return (
    <MenuLink className={styles['brand'] ?? ''} to="/" title={name}>
      {inside}
    </MenuLink>
  );
}
