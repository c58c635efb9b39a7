/**
 * Passwords are normalized before they are compared: lower case, digits and symbols that replace letters turned back, numbers
 * and symbols around the word removed. So one word covers thousands of variants ("P@ssw0rd2024!", "Welcome123"), far more than
 * the passwords of a leaked list that a strong-pattern rule lets through.
 */
const LETTER_OF: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The word in a password; for a password of digits and symbols only, those. */
export function foldPassword(password: string): string {
  const lower = password.normalize('NFKC').toLowerCase();
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}@$]+$/gu, '');
  const core = bare === '' ? lower : bare;
  return core.replace(/[@431!0$57]/g, (sign) => LETTER_OF[sign] ?? sign).replace(/[^\p{L}\p{N}]/gu, '');
}

const WORDS = `
password passwort passwd passw pass passcode parola contrasena motdepasse secret secreto geheim login signin access
welcome welcometo welcomeback hello helloworld hallo bonjour hola ahlan marhaba salam admin administrator adminadmin
root user username guest test tester testing testtest demo sample example temp temporary changeme changeit change
default letmein openme opensesame trustno trustnoi iloveyou iloveu loveyou lovely love lover mylove forever princess
princesa sunshine moonlight starlight rainbow flower butterfly angel angels heaven jesus jesuschrist christ god
godisgood blessed blessing faith allah muhammad mohamed mohammed ahmed bismillah alhamdulillah inshallah habibi
monkey dragon tiger eagle falcon lion panther wolf bear shark dolphin phoenix unicorn kitty hellokitty puppy snoopy
charlie buster max ginger pepper shadow midnight bailey cookie chocolate cheese banana orange apple cherry peanut
coffee football fussball soccer baseball basketball hockey tennis golf golfer cricket rugby volleyball swimming
liverpool arsenal chelsea barcelona realmadrid juventus manchester manunited manutd bayern yankees lakers cowboys
steelers eagles packers redsox chicago dallas london paris berlin madrid cairo dubai riyadh amman beirut damascus
baghdad newyork america england germany france spain italy brazil canada australia egypt lebanon jordan syria iraq
superman batman spiderman ironman avengers starwars skywalker matrix pokemon pikachu naruto minecraft fortnite
roblox gamer gaming xbox playstation nintendo zelda mario sonic master mastermind hunter killer ninja samurai
warrior legend hero champion winner victory success freedom liberty justice peace summer winter spring autumn fall
january february march april may june july august september october november december monday tuesday wednesday
thursday friday saturday sunday sommer herbst fruhling verano invierno qwerty qwertz azerty qwertyuiop qwertyui
qwerta asdf asdfgh asdfghjk asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc wsxedc abc abcd abcde
abcdef abcdefg abcdefgh abcabc aaaa aabbcc xyz xyzabc computer internet samsung iphone android windows microsoft
google facebook instagram twitter youtube linkedin whatsapp yahoo gmail hotmail outlook oracle cisco dell lenovo
toyota honda mercedes ferrari porsche lamborghini mustang corvette camaro harley yamaha kawasaki suzuki diamond
golden silver platinum crystal purple orange green yellow black white blue red pink money dollar million billion
business company office manager boss server database security secure private family mother father mama mommy daddy
papa brother sister baby babygirl babyboy michael michelle jennifer jessica jordan joshua matthew daniel david
andrew anthony robert thomas william joseph james john george christopher nicholas alexander benjamin jonathan
samantha elizabeth ashley amanda nicole stephanie victoria charlotte patricia maria anna laura sarah sara fatima
fatema aisha maryam khaled omar ali hassan hussein yousef ibrahim mustafa doctor doctors medicine medical medico
physician surgeon surgery nurse nursing hospital clinic health healthcare patient pharmacy anatomy cardiology
radiology vesalius student students teacher school college university harvard stanford blink whatever nothing
something anything everything somebody nobody hello computer monitor keyboard mouse music guitar piano rockstar
metallica nirvana slipknot eminem beyonce shakira soccer pokemon trustme loveme fuckyou fuckoff asshole bitch sexy
sexygirl hottie cutie sweetie sweetheart honey darling baby sugar smile smiley happy lucky funny crazy cool awesome
amazing beautiful gorgeous perfect`;

export const GUESSED_FIRST: ReadonlySet<string> = new Set([
  ...WORDS.split(/\s+/).filter(Boolean),
  // Words that contain a replaced letter are normalized like the user's input.
  ...WORDS.split(/\s+/).filter(Boolean).map(foldPassword),
  // What remains of "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx" and "1a2b3c4d".
  ...['1q2w3e4r', '1q2w3e4r5t', '1q2w3e', '1qaz2wsx', '1a2b3c4d', 'q1w2e3r4', 'a1b2c3d4'].map(foldPassword),
]);
