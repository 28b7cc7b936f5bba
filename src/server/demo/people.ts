export interface Person {
  firstName: string
  lastName: string
  email: string
}

interface Names {
  first: readonly string[]
  last: readonly string[]
}

const words = (text: string): string[] => text.split(' ')

// The two lists of a region have coprime lengths, so pairs of names repeat only after hundreds of people.
const EUROPE: Names = {
  first: words(
    'Marta Jonas Aylin Tiago Ingrid Kwame Leonie Rui Saara Emre Beatriz Lukas Nadia Henrik Joana Mikko Chloé Anton Fatima Elif Søren Inês Paweł Greta',
  ),
  last: words(
    'Oliveira Schröder Yılmaz Ferreira Lindqvist Boateng Hoffmann Carvalho Virtanen Demir Sousa Krüger Haddad Bakken Almeida Korhonen Lefèvre Weiß Rahmani Aydın Nygård Teixeira Kowalski Brandt Mäkinen Okonkwo Vogel Pires Haugen',
  ),
}
const JAPAN: Names = {
  first: words(
    'Yuki Haruka Ren Aoi Sota Mio Kaito Sakura Hiroshi Emi Takumi Nanami Daichi Rin Kenta Yui Shota Akari Naoki Misaki Ryo Chihiro Satoshi Kana',
  ),
  last: words(
    'Tanaka Kobayashi Mori Hayashi Fujii Ishikawa Nakamura Ono Shimizu Abe Yamaguchi Inoue Saito Kondo Endo Murata Kimura Ueda Okada Hasegawa Noguchi Matsui Sakai Ogawa Takeda Hirano Aoki Sugiyama Kaneko',
  ),
}
const AMERICA: Names = {
  first: words(
    'Maya Darnell Priya Hector Grace Tyrone Alejandra Ben Noor Caleb Rosa Wei Jasmine Owen Keisha Mateo Hannah Dev Simone Luis Abigail Andre Mei Frank',
  ),
  last: words(
    'Rodriguez Washington Patel Kim O’Brien Nguyen Goldstein Jackson Ramirez Chen Murphy Okafor Rossi Brooks Ortiz Cohen Singh Baker Flores Novak Reed Haddad Sullivan Freeman Park Vasquez Klein Ellis Moreau',
  ),
}

const namesOf = (country: string): Names =>
  country === 'Japan' ? JAPAN : country === 'United States' ? AMERICA : EUROPE

/** Returns a person of a country by index. Indexes below 600 return different people. */
export function personOf(country: string, index: number): Person {
  const { first, last } = namesOf(country)
  const firstName = first[index % first.length] ?? ''
  const lastName = last[(index * 5) % last.length] ?? ''
  return { firstName, lastName, email: `${plain(firstName)}.${plain(lastName)}@example.com` }
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')
