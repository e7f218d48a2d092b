// A list of words: names as they occur side by side in one town on the Pacific coast.

/** A community that names and a first language come from. */
export type Origin = {
  share: number;
  languages: string[];
  last: string[];
  female: string[];
  male: string[];
  /** Middle names, where they are not chosen from the first names. */
  middle?: { female: string[]; male: string[] };
};

const names = (list: string) => list.split(', ');

/** The communities, by the share of people who belong to them. */
export const origins = {
  hispanic: {
    share: 26,
    languages: ['spanish', 'spanish', 'spanish', 'english'],
    last: names(
      'Rivera, García, Hernández, Castañeda, Muñoz, Villalobos, Ortega, Peña, De León, Salazar, Fuentes, Ibarra, Quiñones, Zavala, Montoya, Escobar, Ríos, Cisneros, Trujillo, Barragán, Solís, Áviles',
    ),
    female: names(
      'Guadalupe, Ximena, Lucía, Marisela, Yolanda, Itzel, Rocío, Esperanza, Daniela, Noemí, Sofía, Araceli, Paloma, Inés, Valeria, Dolores, Camila, Leticia',
    ),
    male: names(
      'Joaquín, Ángel, Mateo, Rubén, Esteban, José, Ignacio, Óscar, Emiliano, Ramón, Gael, Raúl, Tomás, Adrián, Santiago, Efraín, Hugo, Félix',
    ),
  },
  anglo: {
    share: 24,
    languages: ['english'],
    last: names(
      "Whitaker, Halvorsen, O'Malley, Ferris, Pruett, Lindqvist, Abernathy, Colby, MacIntyre, Reavis, Reeve, Sutherland, Tolliver, Brandt, Hensley, Ashworth, Kessler, Dunleavy, McCrae, Van Houten, Stroud, Yates, Fournier, Thibodeaux",
    ),
    female: names(
      'Charlene, Maeve, Tamsin, Kayleigh, Ruth, Brooke, Loretta, Siobhán, Hazel, Joanne, Piper, Margaret, Destiny, Wren, Claire, Beverly, Autumn, Odile',
    ),
    male: names(
      'Tobias, Wendell, Jonah, Garrett, Declan, Roy, Silas, Desmond, Caleb, Walter, Jasper, Leland, Brody, Everett, Owen, Clifford, Theo, Dale',
    ),
  },
  vietnamese: {
    share: 9,
    languages: ['vietnamese', 'vietnamese', 'english'],
    last: names('Nguyễn, Trần, Phạm, Lê, Huỳnh, Võ, Đặng, Bùi, Đỗ, Ngô'),
    female: names('Hồng, Lan, Mai, Thảo, Linh, Ngọc, Hương, Tuyết, Quỳnh, Vy'),
    male: names('Bảo, Minh, Dũng, Quang, Tuấn, Khôi, Phúc, Hải, Sơn, Long'),
    middle: { female: names('Thị, Thị, Thị Kim, Ngọc'), male: names('Văn, Văn, Đức, Hữu') },
  },
  east_african: {
    share: 10,
    languages: ['somali', 'amharic', 'english', 'Tigrinya'],
    last: names(
      'Abebe, Warsame, Tesfaye, Abdi, Haile, Gebremariam, Nuur, Farah, Kiprono, Mwangi, Bekele, Hassan, Woldu, Jama, Okello',
    ),
    female: names('Hodan, Selam, Ayaan, Tigist, Fardowsa, Wanjiru, Almaz, Sagal, Ruth, Meron, Ifrah, Saba'),
    male: names('Yonas, Abdirahman, Dawit, Liban, Kidane, Otieno, Bilal, Samuel, Mekonnen, Guled, Biruk, Idris'),
  },
  slavic: {
    share: 9,
    languages: ['ukrainian', 'russian', 'english', 'ukrainian'],
    last: names(
      'Petrenko, Kovalenko, Shevchuk, Bondar, Melnyk, Wójcik, Tkachenko, Dvořák, Savchuk, Marchenko, Jovanović, Lysenko, Horvat',
    ),
    female: names('Oksana, Zoya, Iryna, Halyna, Svitlana, Darina, Nadia, Květa, Milena, Larysa, Yeva, Sofiia'),
    male: names('Oleksandr, Bohdan, Yuri, Taras, Zdeněk, Maksym, Andriy, Ihor, Nikola, Pavlo, Artem, Ostap'),
  },
  pacific: {
    share: 7,
    languages: ['samoan', 'english', 'Marshallese', 'Tongan', 'english'],
    last: names(
      'Fonoti, Tuilagi, Faleolo, Taufaʻahau, Leaʻana, Kekauoha, Lokboj, Moala, Cruz-Perez, Tuiasosopo, Anitok, Vaifale',
    ),
    female: names('Sina, Leilani, Mele, Losa, Kiana, Telesia, Moana, Fetu, Neitari, Lupe'),
    male: names('Sione, Tavita, Keoni, Ioane, Malakai, Fetuao, Kaleo, Jibas, Semisi, Afa'),
  },
  native: {
    share: 7,
    languages: ['english'],
    last: names(
      'Begay, Yazzie, Whitehorse, Two Rivers, Tsosie, Redcloud, Charley, Kanim, Benally, Looking Elk, Joe, Strongheart, Swiftwater',
    ),
    female: names('Winona, Shandiin, Dawn, Kaya, Nizhoni, Marlene, Raven, Delphine, Talia, Verna'),
    male: names('Raymond, Elroy, Tate, Lyle, Delbert, Hok, Wyatt, Norris, Ahiga, Vernon'),
  },
  west_african: {
    share: 4,
    languages: ['english', 'french'],
    last: names('Osei, Ndiaye, Adeyemi, Diallo, Mensah, Okafor, Traoré, Bangura, Eze'),
    female: names('Awa, Adwoa, Chiamaka, Fatoumata, Ngozi, Mariama, Efua'),
    male: names('Kwame, Kola, Ousmane, Emeka, Kofi, Ibrahima, Sékou'),
  },
  south_asian: {
    share: 2,
    languages: ['Punjabi', 'english', 'Nepali'],
    last: names('Sandhu, Gurung, Basu, Siddiqui, Tamang, Dhillon'),
    female: names('Harpreet, Anjali, Nasreen, Sunita, Simran'),
    male: names('Gurdeep, Arun, Imran, Bikash, Jagjit'),
  },
  arabic: {
    share: 2,
    languages: ['arabic', 'arabic', 'english'],
    last: names('Al-Khatib, Mansour, El-Sayed, Nassar, Al-Rashid, Khoury'),
    female: names('Layla, Rania, Huda, Yasmin, Samira'),
    male: names('Tariq, Karim, Faisal, Ziad, Yousef'),
  },
} satisfies Record<string, Origin>;
export type OriginName = keyof typeof origins;
