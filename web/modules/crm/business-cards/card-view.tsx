import { ApartmentOutlined, EnvironmentOutlined, MailOutlined, PhoneOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { FilePicture } from '#web/ui/pictures/file-picture.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { vCard, type CardWords } from '#shared/crm/business-cards/vcard.ts';
import styles from './business-cards.module.css';

interface CardViewProps {
  readonly card: CardWords & { readonly introduction: string };
  /** A link to the photo, '' for none. */
  readonly photo: string;
  /** The code can be saved as a picture. */
  readonly isSavable?: boolean;
}

/** A card as it is seen on a phone. */
export function CardView({ card, photo, isSavable = false }: CardViewProps) {
  const text = useText();
  const name = card.name || text('business_card.name');
  const organisation = [card.company, card.deptName].filter((word) => word !== '').join(' · ');
  const ways: readonly (readonly [key: string, icon: ReactNode, words: string])[] = [
    ['organisation', <ApartmentOutlined key="icon" aria-hidden />, organisation],
    ['mobile', <PhoneOutlined key="icon" aria-hidden />, card.mobile],
    ['email', <MailOutlined key="icon" aria-hidden />, card.email],
    ['address', <EnvironmentOutlined key="icon" aria-hidden />, card.address],
  ];
  return (
    <section className={styles['card']} aria-label={text('business_card.preview')}>
      <div className={styles['face']}>
        <div className={styles['who']}>
          <strong>{name}</strong>
          {card.post !== '' && <span>{card.post}</span>}
        </div>
        {photo === '' ? (
          <Avatar name={name} size={64} isDecorative />
        ) : (
          <FilePicture link={photo} alt={text('business_card.photo_of', { name })} width={90} height={126} />
        )}
      </div>
      <ul className={styles['ways']}>
        {ways.map(
          ([key, icon, words]) =>
            words !== '' && (
              <li key={key}>
                {icon}
                <span>{words}</span>
              </li>
            ),
        )}
      </ul>
      {card.introduction !== '' && <p className={styles['introduction']}>{card.introduction}</p>}
      <div className={styles['code']}>
        <QrCode
          content={vCard({ ...card, name })}
          isContentShown={false}
          size={isSavable ? 200 : 144}
          {...(isSavable && { fileName: `${name}.png` })}
          hint={text('business_card.scan')}
        />
      </div>
    </section>
  );
}
