/** Emoji of follow-ups by category, each with its stored name (R13.5). Names follow Unicode's short names. */
const tables = {
  faces: `
    grinning 😀 beaming 😁 joy 😂 smile 😊 laughing 😆 sweat_smile 😅 wink 😉 blush ☺️ savoring 😋 sunglasses 😎
    heart_eyes 😍 kissing 😗 star_struck 🤩 thinking 🤔 neutral 😐 expressionless 😑 rolling_eyes 🙄 smirk 😏
    persevering 😣 sad_relieved 😥 hushed 😯 sleepy 😪 tired 😫 sleeping 😴 relieved 😌 tongue 😛 unamused 😒
    pensive 😔 confused 😕 upside_down 🙃 astonished 😲 frowning ☹️ worried 😟 triumph 😤 crying 😢 sobbing 😭
    fearful 😨 weary 😩 exploding 🤯 grimacing 😬 anxious 😰 screaming 😱 flushed 😳 dizzy_face 😵 angry 😠
    mask 😷 hugging 🤗 shushing 🤫 thumbs_up 👍 thumbs_down 👎 clapping 👏 handshake 🤝 ok_hand 👌 victory ✌️
    folded_hands 🙏 muscle 💪 waving 👋 raised_hands 🙌`,
  nature: `
    dog 🐶 cat 🐱 mouse 🐭 rabbit 🐰 fox 🦊 bear 🐻 panda 🐼 tiger 🐯 lion 🦁 cow 🐮 pig 🐷 frog 🐸 monkey 🐵
    chicken 🐔 penguin 🐧 bird 🐦 chick 🐤 owl 🦉 horse 🐴 unicorn 🦄 bee 🐝 butterfly 🦋 ladybug 🐞 turtle 🐢
    snake 🐍 octopus 🐙 fish 🐟 dolphin 🐬 whale 🐳 elephant 🐘 dragon 🐉 cactus 🌵 evergreen 🌲 tree 🌳 palm 🌴
    seedling 🌱 herb 🌿 clover 🍀 maple 🍁 mushroom 🍄 tulip 🌷 rose 🌹 sunflower 🌻 blossom 🌼 cherry_blossom 🌸
    moon 🌙 star ⭐ sun ☀️ cloud ☁️ rain 🌧️ lightning ⚡ snowflake ❄️ fire 🔥 droplet 💧 wave 🌊 rainbow 🌈`,
  objects: `
    phone 📞 mobile_phone 📱 laptop 💻 keyboard ⌨️ printer 🖨️ email 📧 envelope ✉️ inbox 📥 outbox 📤 package 📦
    memo 📝 clipboard 📋 pushpin 📌 paperclip 📎 scissors ✂️ file_folder 📁 calendar 📅 chart_up 📈 chart_down 📉
    bar_chart 📊 book 📖 newspaper 📰 bookmark 🔖 label 🏷️ money_bag 💰 yuan 💴 credit_card 💳 receipt 🧾 gem 💎
    key 🔑 lock 🔒 unlock 🔓 hammer 🔨 wrench 🔧 gear ⚙️ light_bulb 💡 flashlight 🔦 magnifier 🔍 bell 🔔 alarm_clock ⏰
    hourglass ⌛ watch ⌚ camera 📷 television 📺 gift 🎁 balloon 🎈 party 🎉 trophy 🏆 medal 🏅 coffee ☕ tea 🍵
    beer 🍺 cake 🎂 noodles 🍜 rice 🍚 apple 🍎 briefcase 💼 glasses 👓`,
  places: `
    house 🏠 office 🏢 factory 🏭 bank 🏦 hospital 🏥 school 🏫 hotel 🏨 store 🏪 department_store 🏬 post_office 🏤
    stadium 🏟️ castle 🏯 church ⛪ mosque 🕌 construction 🏗️ bridge 🌉 city 🏙️ night_city 🌃 sunrise 🌅 mountain ⛰️
    volcano 🌋 beach 🏖️ island 🏝️ desert 🏜️ park 🏞️ tent ⛺ fountain ⛲ ferris_wheel 🎡 map 🗺️ globe 🌏 car 🚗
    taxi 🚕 bus 🚌 truck 🚚 delivery 🚛 bicycle 🚲 motorcycle 🏍️ metro 🚇 train 🚆 bullet_train 🚄 airplane ✈️
    helicopter 🚁 rocket 🚀 ship 🚢 anchor ⚓ fuel ⛽ traffic_light 🚦 parking 🅿️ station 🚉 luggage 🧳`,
  symbols: `
    heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜 broken_heart 💔 sparkling_heart 💖
    check ✅ check_mark ✔️ cross ❌ plus ➕ minus ➖ exclamation ❗ question ❓ warning ⚠️ prohibited 🚫 stop 🛑
    hundred 💯 new 🆕 free 🆓 ok 🆗 sos 🆘 top 🔝 soon 🔜 up ⬆️ down ⬇️ left ⬅️ right ➡️ refresh 🔄 repeat 🔁
    play ▶️ pause ⏸️ infinity ♾️ recycle ♻️ red_circle 🔴 orange_circle 🟠 yellow_circle 🟡 green_circle 🟢 blue_circle 🔵
    white_circle ⚪ black_circle ⚫ diamond 🔶 sparkles ✨ dizzy 💫 collision 💥 zzz 💤 speech 💬 thought 💭 megaphone 📣
    flag 🚩 finish_flag 🏁 copyright ©️ registered ®️ trademark ™️`,
} as const;

export type EmojiCategory = keyof typeof tables;
export const emojiCategories = Object.keys(tables) as EmojiCategory[];

export interface Emoji {
  readonly name: string;
  readonly sign: string;
}

/** A table alternates names and characters. */
function pairs(table: string): Emoji[] {
  const words = table.split(/\s/).filter((word) => word !== '');
  return words.flatMap((name, at) => (at % 2 === 0 ? [{ name, sign: words[at + 1] ?? '' }] : []));
}

export const emojiOf: Readonly<Record<EmojiCategory, readonly Emoji[]>> = {
  faces: pairs(tables.faces),
  nature: pairs(tables.nature),
  objects: pairs(tables.objects),
  places: pairs(tables.places),
  symbols: pairs(tables.symbols),
};

/** Keyboards send an emoji with or without the mark that requests its coloured picture. */
const bare = (sign: string): string => sign.replaceAll('\uFE0F', '');

const all = Object.values(emojiOf).flat();
const signByName = new Map(all.map(({ name, sign }) => [name, sign]));
const nameBySign = new Map(all.map(({ name, sign }) => [bare(sign), name]));
const tones = /[\u{1F3FB}-\u{1F3FF}]/gu;
const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text as stored: known emoji as `:name:`. */
export const withEmojiNames = (text: string): string =>
  Array.from(signs.segment(text), ({ segment }) => {
    // a skin tone stays after its emoji
    const sign = segment.replace(tones, '');
    const name = nameBySign.get(bare(sign));
    return name === undefined ? segment : `:${name}:${segment.slice(sign.length)}`;
  }).join('');

/** Text for display: `:name:` as its emoji; unknown names stay. */
export const withEmojiSigns = (text: string): string =>
  text.replace(/:([a-z_]{2,30}):/g, (whole, name: string) => signByName.get(name) ?? whole);
