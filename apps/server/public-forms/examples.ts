import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { answersBody, type Examples, listQuery } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

/** Publishes the world's form to everyone. */
const publishForm = ({ server: { call }, owner: as, form }: World) =>
  call(publicFormRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  });

const publishedParams = async (world: World) => ({ form_id: world.form.id, id: (await publishForm(world)).id });

/** Opens a newly published form, as a stranger would. */
const openForm = async (world: World) => {
  const { access_key } = await publishForm(world);
  const sent = { org: world.organization, params: { access_key } };
  const { start_token } = await world.server.call(publicFormRoutes.open, sent);
  return { params: { access_key }, body: { start_token } };
};

const instanceParams = ({ answeredPublicly: { public_form_id, instance } }: World) => ({
  public_form_id,
  id: instance,
});

const instancesParams = ({ answeredPublicly: { public_form_id } }: World) => ({ public_form_id });

const unlinkedParams = ({ answeredPublicly: { instance } }: World) => ({ instance_id: instance });

const linkedParams = ({ answeredPublicly: { linked } }: World) => ({ instance_id: linked });

export const publicFormsExamples: Examples<'public_forms' | 'public_form_instances'> = {
  public_forms: {
    list: ({ form }) => ({ params: { form_id: form.id } }),
    show: async (world) => ({ params: await publishedParams(world) }),
    create: ({ form }) => ({ params: { form_id: form.id }, body: { form_id: form.id, time_start: '9' } }),
    update: async (world) => {
      const params = await publishedParams(world);
      return { params, body: { form_id: params.form_id, translate: true } };
    },
    remove: async (world) => ({ params: await publishedParams(world) }),
    updateNamed: async (world) => {
      const { form_id, id } = await publishedParams(world);
      return { params: { form_id }, body: { form_id, id, translate: true } };
    },
    newLink: async (world) => ({ params: await publishedParams(world) }),
    all: () => ({}),
    open: async (world) => ({ params: (await openForm(world)).params }),
    words: async (world) => {
      const { server, owner: as, translation } = world;
      const { form_id, id, access_key } = await publishForm(world);
      await server.call(publicFormRoutes.update, { as, params: { form_id, id }, body: { translate: true } });
      return { params: { access_key, language: translation.language } };
    },
    submit: async (world) => {
      const { params, body } = await openForm(world);
      return { params, body: { ...body, answers: answersBody(world).answers } };
    },
    keep: async (world) => {
      const { params, body } = await openForm(world);
      return { params, body: { ...body, content: world.text('Answer') } };
    },
    resume: async (world) => {
      const { params, body } = await openForm(world);
      const sent = { org: world.organization, params, body: { ...body, content: '{}' } };
      const { code } = await world.server.call(publicFormRoutes.keep, sent);
      return { params, body: { code } };
    },
  },

  public_form_instances: {
    list: (world) => ({ params: instancesParams(world), query: listQuery }),
    page: (world) => ({ params: { ...instancesParams(world), page: 1 }, query: listQuery }),
    show: (world) => ({ params: instanceParams(world) }),
    edit: (world) => ({ params: instanceParams(world) }),
    update: (world) => ({
      params: instanceParams(world),
      body: { answers: answersBody(world).answers },
    }),
    remove: (world) => ({
      params: { ...instanceParams(world), id: world.answeredPublicly.doomed },
    }),
    printed: (world) => ({ params: instanceParams(world) }),
    file: async (world) => {
      const params = instanceParams(world);
      const { answers } = await world.server.call(publicInstanceRoutes.show, { as: world.owner, params });
      const file = answers[String(world.fieldsOf(world.form)[1])]?.value as { file_id: number };
      return { params: { ...params, file_id: file.file_id } };
    },
    flat: (world) => ({ params: { id: world.answeredPublicly.instance } }),
    matches: (world) => ({ params: unlinkedParams(world) }),
    link: (world) => ({
      params: unlinkedParams(world),
      body: { client_id: world.client.id, answers: answersBody(world).answers },
    }),
    showLink: (world) => ({ params: linkedParams(world) }),
    unlink: (world) => ({ params: linkedParams(world) }),
  },
};
