CREATE TABLE "mail_opt_outs" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_mail_recipients" (
	"mail_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"problem" text,
	CONSTRAINT "people_mail_recipients_mail_id_user_id_pk" PRIMARY KEY("mail_id","user_id"),
	CONSTRAINT "people_mail_recipients_problem_check" CHECK ("people_mail_recipients"."problem" in ('left-out', 'refused', 'unconfirmed'))
);
--> statement-breakpoint
CREATE TABLE "people_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"filter" jsonb,
	"recipients" integer NOT NULL,
	"banned" integer NOT NULL,
	"unverified" integer NOT NULL,
	"unsubscribed" integer NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"started_by" uuid,
	"started_by_name" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_mails_status_check" CHECK ("people_mails"."status" in ('running', 'done', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "people_segments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_notes_content_check" CHECK (char_length("person_notes"."content") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "person_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"agent_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"is_own_key" boolean NOT NULL,
	"is_purged" boolean NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"n_tokens" bigint DEFAULT 0 NOT NULL,
	"n_cached_tokens" bigint DEFAULT 0 NOT NULL,
	"n_output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "person_days_pk" PRIMARY KEY("user_id","day","agent_id","provider","model","is_own_key","is_purged")
);
--> statement-breakpoint
ALTER TABLE "mail_opt_outs" ADD CONSTRAINT "mail_opt_outs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_mail_recipients" ADD CONSTRAINT "people_mail_recipients_mail_id_people_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."people_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_mail_recipients" ADD CONSTRAINT "people_mail_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_mails" ADD CONSTRAINT "people_mails_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_segments" ADD CONSTRAINT "people_segments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_days" ADD CONSTRAINT "person_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_mail_recipients_open_idx" ON "people_mail_recipients" USING btree ("mail_id","user_id") WHERE "people_mail_recipients"."sent_at" is null and "people_mail_recipients"."problem" is null;--> statement-breakpoint
CREATE INDEX "people_mail_recipients_taken_idx" ON "people_mail_recipients" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "people_mail_recipients_user_idx" ON "people_mail_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_mails_running_key" ON "people_mails" USING btree ("status") WHERE "people_mails"."status" = 'running';--> statement-breakpoint
CREATE INDEX "people_mails_created_idx" ON "people_mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_segments_name_key" ON "people_segments" USING btree (fold_text("name"));--> statement-breakpoint
CREATE INDEX "person_notes_user_idx" ON "person_notes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "person_notes_author_idx" ON "person_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "person_days_day_idx" ON "person_days" USING btree ("day");