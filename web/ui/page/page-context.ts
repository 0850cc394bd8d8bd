import { createContext } from 'react';

/** What the page is for, opened next to its title; '' for none. */
export const PageHelpContext = createContext('');

/** On a phone the title and the acts of a page stand in the header, its only line; null until that is there. */
export const HeaderSlotContext = createContext<HTMLElement | null>(null);
